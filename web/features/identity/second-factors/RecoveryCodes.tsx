import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useSite } from '../../../site.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { Button, ButtonAnchor } from '../../../ui/Button.tsx'
import { useAuth } from '../sessions/auth.tsx'
import secondFactorsStyles from './SecondFactors.module.css'

/** Shows the recovery codes, which cannot be shown again. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const t = useTranslations('second_factors')
  const { public_origin } = useSite()
  const { user } = useAuth()
  const heading = useRef<HTMLHeadingElement>(null)
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const spaced = codes.map((code) => code.replaceAll(/(.{4})(?=.)/g, '$1-'))
  // Found again in years, they must say what they open; in discreet mode nothing names the site.
  const origin = user?.is_discreet === true ? '' : `${public_origin}\n\n`
  const text = `${origin}${spaced.join('\n')}\n`
  const href = `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      toast(t('copied'))
    } catch {
      // Permission is missing, as in the browsers of other apps: they are chosen, to be copied by hand.
      if (list.current) getSelection()?.selectAllChildren(list.current)
    }
  }
  return (
    <div className={secondFactorsStyles.way}>
      <h4 ref={heading} tabIndex={-1}>
        {t('codes_title')}
      </h4>
      <p className="secondary">{t('codes_text')}</p>
      <ul ref={list} className={secondFactorsStyles.codes} dir="ltr">
        {spaced.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={secondFactorsStyles.wayActs}>
        {'clipboard' in navigator && <Button onClick={() => void copy()}>{t('copy')}</Button>}
        <ButtonAnchor href={href} download={t('file')}>
          {t('download')}
        </ButtonAnchor>
        <Button variant="primary" onClick={onDone}>
          {t('done')}
        </Button>
      </div>
    </div>
  )
}
