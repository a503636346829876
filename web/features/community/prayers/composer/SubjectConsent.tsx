import { useId } from 'react'
import { useTranslations } from 'use-intl'
import type { Draft } from './draft.ts'
import noteStyles from '../../../../ui/Note.module.css'
import readersStyles from './Readers.module.css'

/**
 * Asks, before somebody shares a request about another person, three short questions and whether that person knows. The
 * answer is not sent.
 */
export function SubjectConsent({
  draft: { consent },
  change,
}: {
  draft: Draft
  change: (part: Partial<Draft>) => void
}) {
  const t = useTranslations('compose')
  const id = useId()
  return (
    <fieldset className={`${noteStyles.note} ${readersStyles.consent}`} aria-labelledby={id}>
      <div className="stack">
        <b className="strong" id={id}>
          {t('consent')}
        </b>
        <ul className="small secondary">
          {(['ask_glad', 'ask_recognised', 'ask_yours'] as const).map((words) => (
            <li key={words}>{t(words)}</li>
          ))}
        </ul>
        {(['known', 'not_asked'] as const).map((answer) => (
          <label key={answer} className={readersStyles.consentChoice}>
            <input
              type="radio"
              name="consent"
              checked={consent === answer}
              onChange={() => change({ consent: answer })}
            />
            {t(answer)}
          </label>
        ))}
        {consent === 'not_asked' && <p className="small">{t('leave_out')}</p>}
      </div>
    </fieldset>
  )
}
