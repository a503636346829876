import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { languageNames } from '../../../../contract/languages.ts'
import {
  MAX_JOIN_QUESTION_LENGTH,
  MAX_SITE_NAME_LENGTH,
  MAX_SITE_SENTENCE_LENGTH,
} from '../../../../contract/settings.values.ts'
import { ErrorText, Field, FieldBox } from '../../../ui/Field.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import { OnCall } from './OnCall.tsx'
import { type Setting, type Value, sameValue } from './draft.ts'
import type { Known } from '../../../layout/rooms.ts'
import { Options, Select } from '../../../ui/Select.tsx'
import { ZoneOptions } from '../../../ui/ZoneOptions.tsx'
import { RadioCard } from '../../../ui/RadioCard.tsx'
import { lazyPart, Nothing } from '../../../layout/lazyPart.tsx'
import fieldStyles from '../../../ui/Field.module.css'
import styles from './SettingField.module.css'

const Theirs = lazyPart(() => import('./Theirs.tsx'), Nothing, ['forms', 'admin_pages'])

const longest = {
  site_name: MAX_SITE_NAME_LENGTH,
  site_sentence: MAX_SITE_SENTENCE_LENGTH,
  join_question: MAX_JOIN_QUESTION_LENGTH,
}
/** Their values are words themselves, and their field shows the error itself. */
const isTyped = (name: Known): name is keyof typeof longest => Object.hasOwn(longest, name)
type Choice =
  | 'sign_up_mode_open'
  | 'sign_up_mode_invite'
  | 'sign_up_mode_approval'
  | 'moderation_mode_open'
  | 'moderation_mode_first_post_held'
  | 'moderation_mode_all_held'

interface Props {
  name: Known
  setting: Setting
  value: Value
  error: string | undefined
  /** True where nothing need say that it is not saved yet. */
  isQuiet?: boolean
  /** True where somebody else has saved another value since this one was begun. */
  isOutdated?: boolean
  onChange: (value: Value) => void
}

/** Offers a few options, each with a description of its effect. */
function Choices({ name, setting: { choices }, value, onChange }: Props) {
  const t = useTranslations('site_settings')
  const id = useId()
  return (
    <fieldset className="stack stack--tight">
      <legend className={fieldStyles.label}>{t(name)}</legend>
      {choices.map((choice) => (
        <RadioCard
          key={String(choice)}
          name={id}
          checked={choice === value}
          onChange={() => onChange(choice)}
          title={t(`${name}_${String(choice)}` as Choice)}
          description={t(`${name}_${String(choice)}_text` as `${Choice}_text`)}
        />
      ))}
    </fieldset>
  )
}

/** Returns a function for the words of one of a few values. */
function useWordsOf(name: Known): (choice: Value) => string {
  const t = useTranslations('site_settings')
  return (choice) => {
    if (name === 'sign_up_mode' || name === 'moderation_mode') return t(`${name}_${String(choice)}` as Choice)
    if (name === 'default_language') return languageNames[choice as keyof typeof languageNames]
    if (name === 'event_hours') return choice === 0 ? t('event_hours_off') : t('for_hours', { hours: Number(choice) })
    return name === 'session_days' ? t('days', { days: Number(choice) }) : t('an_hour', { count: Number(choice) })
  }
}

/** Offers some values, or the time zones that this browser knows. */
function ChoiceList({ name, setting: { choices }, value, onChange }: Props) {
  const t = useTranslations('site_settings')
  const wordsOf = useWordsOf(name)
  const isZone = name === 'time_zone'
  const valueOf = (text: string) => (isZone ? text : (choices.find((choice) => String(choice) === text) ?? value))
  return (
    <FieldBox
      label={t(name)}
      hint={t(`${name}_text` as 'default_language_text')}
      renderControl={(linked) => (
        <Select {...linked} value={String(value)} onChange={({ target }) => onChange(valueOf(target.value))}>
          {isZone ? (
            <ZoneOptions chosen={String(value)} />
          ) : (
            <Options of={choices.map((choice) => [String(choice), wordsOf(choice)])} />
          )}
        </Select>
      )}
    />
  )
}

function Control(props: Props) {
  const t = useTranslations('site_settings')
  const { name, setting, value, onChange } = props
  if (isTyped(name)) {
    return (
      <Field
        label={t(name)}
        hint={t(`${name}_text`)}
        value={String(value)}
        maxLength={longest[name]}
        dir="auto"
        error={props.error}
        onChange={({ target }) => onChange(target.value)}
      />
    )
  }
  if (name === 'care_on_call') return <OnCall value={Array.isArray(value) ? value : []} onChange={onChange} />
  if (typeof setting.value === 'boolean') {
    const isOn = value === true
    return (
      <Switch
        label={t(name)}
        hint={t((isOn ? `${name}_on` : `${name}_off`) as 'shows_pray_counts_on')}
        checked={isOn}
        onChange={onChange}
      />
    )
  }
  return name === 'sign_up_mode' || name === 'moderation_mode' ? <Choices {...props} /> : <ChoiceList {...props} />
}

/** Says what somebody else has saved, which the control does not show: it keeps what was chosen here. */
function SavedMeanwhile({ name, setting: { value } }: Pick<Props, 'name' | 'setting'>) {
  const wordsOf = useWordsOf(name)
  const text = isTyped(name) || name === 'time_zone' ? String(value) : wordsOf(value)
  return <Theirs text={text === '' ? '–' : text} />
}

/** Shows a setting with the effect of its value and its save state. */
export function SettingField(props: Props) {
  const t = useTranslations('site_settings')
  const id = useId()
  const isChanged = !sameValue(props.value, props.setting.value)
  return (
    <div className={styles.setting}>
      <Control {...props} />
      {isChanged && !props.isQuiet && (
        <p className={`small iconline ${styles.note}`}>
          <Icon name="pencil" />
          {t(props.setting.needs_confirmation ? 'changed_grave' : 'changed')}
        </p>
      )}
      {props.error !== undefined && !isTyped(props.name) && <ErrorText id={id}>{props.error}</ErrorText>}
      {props.isOutdated && isChanged && <SavedMeanwhile name={props.name} setting={props.setting} />}
    </div>
  )
}
