import { useTranslations } from 'use-intl'
import { toast } from '../../../ui/Toast.tsx'

/** The recovery codes, once. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const t = useTranslations('second_factors')
  const spaced = codes.map((code) => code.replaceAll(/(.{4})(?=.)/g, '$1-'))
  const text = `${spaced.join('\n')}\n`
  const href = `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`
  return (
    <div className="way">
      <h4>{t('codes_title')}</h4>
      <p className="secondary">{t('codes_text')}</p>
      <ul className="codes" dir="ltr">
        {spaced.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="way__acts">
        {'clipboard' in navigator && (
          <button
            type="button"
            className="btn btn--secondary"
            onClick={() => void navigator.clipboard.writeText(text).then(() => toast(t('copied')))}
          >
            {t('copy')}
          </button>
        )}
        <a className="btn btn--secondary" href={href} download={t('file')}>
          {t('download')}
        </a>
        <button type="button" className="btn btn--primary" onClick={onDone}>
          {t('done')}
        </button>
      </div>
    </div>
  )
}
