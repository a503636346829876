import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { isLanguage } from '../../../../../contract/languages.ts'
import { Radio } from '../../../../ui/Checkbox.tsx'
import { Field, Labelled, OptionalLabel } from '../../../../ui/Field.tsx'
import { Icon } from '../../../../ui/Icon.tsx'
import { LanguageOptions, Select } from '../../../../ui/Select.tsx'
import { Switch } from '../../../../ui/Switch.tsx'
import { useIsHydrated } from '../../../../ui/useIsHydrated.ts'
import { isoDay, useNow, useTime } from '../../../../time.tsx'
import type { Draft } from './draft.ts'
import type { Suggestions } from './suggestions.ts'
import noteStyles from '../../../../ui/Note.module.css'
import styles from './Readers.module.css'

/** The first two are on without being chosen; the line below the name lists the others. */
const switches = ['shows_pray_count', 'takes_lines', 'is_guarded', 'about_other', 'is_urgent'] as const

interface Props {
  draft: Draft
  suggestions: Suggestions
  titleError: string | undefined
  dayError: string | undefined
  isSending: boolean
  change: (part: Partial<Draft>) => void
  onTitleLeft: () => void
}

/**
 * Asks, before somebody shares a request about another person, three short questions and whether that person knows. The
 * answer is not sent.
 */
function SubjectConsent({ draft: { consent }, change }: Pick<Props, 'draft' | 'change'>) {
  const t = useTranslations('compose')
  const id = useId()
  return (
    <fieldset className={`${noteStyles.note} ${styles.consent}`} aria-labelledby={id}>
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
          <Radio key={answer} name="consent" checked={consent === answer} onChange={() => change({ consent: answer })}>
            {t(answer)}
          </Radio>
        ))}
        {consent === 'not_asked' && <p className="small">{t('leave_out')}</p>}
      </div>
    </fieldset>
  )
}

/** Asks for what few requests need, closed at first. The line below its name says what is set. */
export function MoreOptions({
  draft,
  suggestions: { found },
  titleError,
  dayError,
  isSending,
  change,
  onTitleLeft,
}: Props) {
  const t = useTranslations()
  const isHydrated = useIsHydrated()
  const now = new Date(useNow())
  const time = useTime()
  const chosen = [
    draft.date !== '' && time(draft.date, true),
    draft.title,
    ...switches.slice(2).map((field) => draft[field] && t(`write.${field}`)),
  ].filter((words) => words !== false && words !== '')
  return (
    <details className={styles.plate}>
      <summary className={styles.more}>
        <span>
          <b>{t('compose.more')}</b>
          <small dir="auto">{chosen.length === 0 ? t('compose.more_hint') : chosen.join(' · ')}</small>
        </span>
        <Icon name="right" className="flip" />
      </summary>
      <div className={styles.options}>
        <Field
          label={t('compose.date')}
          hint={t('compose.date_hint')}
          type="date"
          name="expires_at"
          min={isHydrated ? isoDay(now) : undefined}
          value={draft.date}
          error={dayError}
          onChange={(event) => change({ date: event.target.value })}
        />
        <Field
          label={<OptionalLabel label={t('write.heading')} />}
          name="title"
          dir="auto"
          autoComplete="off"
          readOnly={isSending}
          value={draft.title}
          error={titleError}
          onChange={(event) => change({ title: event.target.value })}
          onBlur={onTitleLeft}
        />
        {switches.map((field) => (
          <Switch
            key={field}
            label={t(`write.${field}`)}
            hint={t(`write.${field}_hint`)}
            checked={draft[field]}
            onChange={(checked) => change({ [field]: checked })}
          />
        ))}
        {draft.about_other && <SubjectConsent draft={draft} change={change} />}
        <Labelled label={t('compose.language')}>
          <Select
            value={draft.language ?? found?.language ?? ''}
            onChange={({ target }) => change({ language: isLanguage(target.value) ? target.value : null })}
          >
            <option value="">{t('compose.unknown')}</option>
            <LanguageOptions />
          </Select>
        </Labelled>
      </div>
    </details>
  )
}
