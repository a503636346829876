import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { isLanguage, languageNames, localeOf } from '../../../../contract/languages.ts'
import { useNameOf } from '../../../layout/useNameOf.ts'
import type { AuditEntry } from '../../../../contract/audit.ts'
import {
  type AuditAction,
  actsWithOutcome,
  auditActions,
  settingsOfText,
  settingsWithChoices,
} from '../../../../contract/audit.values.ts'
import { roomOfSetting, roomPath } from '../../../layout/rooms.ts'
import { categoriesQuery, useCategoryName } from '../../community/categories/useCategoryName.ts'

type KeyOf<Action> = Action extends `${infer Feature}.${infer Verb}` ? `say.${Feature}_${Verb}` : never
type SettingKey = 'site_name'

/** Marks the places of a sentence, which are filled with more than text. No sentence has this sign of its own. */
const MARK = '\u0001'
const marked = (name: string): string => `${MARK}${name}${MARK}`

/** Returns the name of a category in the reader’s language, of which the log has only the stored name. */
function useStoredCategoryName(): (name: string) => string {
  const { data } = useQuery(categoriesQuery)
  const nameOf = useCategoryName()
  return (name) => nameOf(data?.find((category) => category.name === name) ?? { id: '', name })
}

/** Returns the words for a value before or after an act: a role, a choice, a decision, or a text as it is. */
function useValueName({ action, subject }: AuditEntry): (value: string) => string {
  const t = useTranslations('acts')
  const people = useTranslations('people')
  const settings = useTranslations('site_settings')
  const categoryOf = useStoredCategoryName()
  const time = new Intl.DateTimeFormat(localeOf(useLocale()), { dateStyle: 'long', timeStyle: 'short' })
  const setting = action === 'settings.write' ? (subject?.name ?? '') : ''
  return (value) => {
    if (value === '') return t('value.empty')
    if (action === 'classifications.change_links') return categoryOf(value)
    if ((action === 'backups.restore' || action === 'backups.download') && !Number.isNaN(Date.parse(value)))
      return time.format(new Date(value))
    if (settingsOfText.includes(setting)) return t('quoted', { name: value })
    const choice = `${setting}_${value}` as SettingKey
    if (settingsWithChoices.includes(setting)) return settings.has(choice) ? settings(choice) : value
    if (setting === 'default_language') return isLanguage(value) ? languageNames[value] : value
    const role = `role_${value}` as 'role_member'
    if (action === 'accounts.set_role') return people.has(role) ? people(role) : value
    const outcome = `value.${value}` as 'value.hidden'
    if (actsWithOutcome.some((one) => one === action) && /^[a-z_]+$/.test(value) && t.has(outcome)) return t(outcome)
    return action === 'content.edit' ? t('quoted', { name: value }) : value
  }
}

function What({ of: { subject } }: { of: AuditEntry }) {
  const t = useTranslations('acts')
  const settings = useTranslations('site_settings')
  const nameOf = useNameOf()
  const categoryOf = useStoredCategoryName()
  const { kind = 'request', name = null, path = null } = subject ?? {}
  if (kind === 'setting' && name !== null) {
    // The log may hold settings of an earlier version.
    const words = settings.has(name as SettingKey) ? settings(name as SettingKey) : t('setting')
    return <Link to={roomPath(roomOfSetting(name))}>{words}</Link>
  }
  if (name === null) return <>{t(kind === 'user' ? 'someone' : kind)}</>
  const plain = kind === 'category' ? categoryOf(name) : name
  const words = <bdi>{kind === 'request' ? t('quoted', { name }) : kind === 'user' ? nameOf(name) : plain}</bdi>
  return path === null ? words : <Link to={path}>{words}</Link>
}

function Who({ of: { actor, actor_id } }: { of: AuditEntry }) {
  const t = useTranslations('acts')
  const nameOf = useNameOf()
  return (
    <b className="strong">
      {actor ? <bdi>{nameOf(actor.display_name)}</bdi> : actor_id === null ? 'Oremus' : t('left')}
    </b>
  )
}

/** Says who did what, to what, in one sentence. */
export function Sentence({ of: act }: { of: AuditEntry }) {
  const t = useTranslations('acts')
  const list = new Intl.ListFormat(localeOf(useLocale()))
  const valueName = useValueName(act)
  const nameOf = useNameOf()
  const action = auditActions.find((one) => one === act.action)
  if (action === undefined) {
    return (
      <>
        <Who of={act} />: {act.action}
      </>
    )
  }
  const key = `say.${action.replace('.', '_')}` as KeyOf<AuditAction>
  const places = { who: marked('who'), what: marked('what'), from: marked('from'), to: marked('to') }
  const to = act.to.length === 0 ? t('no_category') : list.format(act.to.map(valueName))
  const ends: Record<string, string> = {
    who: nameOf(act.actor?.display_name ?? ''),
    what: nameOf(act.subject?.name ?? ''),
    to,
  }
  const more = actsWithOutcome.includes(action) && act.to.length > 0
  const sentences = [t(key, places), ...(more ? [t(act.from === null ? 'decision' : 'from_to', places)] : [])]
  const parts = sentences.join(' ').split(MARK)
  return parts.map((part, index) => {
    const at = `${part} ${index}`
    // A name that ends with a full stop brings that of the sentence along.
    const before = act.subject?.kind === 'request' && parts[index - 1] === 'what' ? '' : ends[parts[index - 1] ?? '']
    if (index % 2 === 0) return before !== undefined && /[.。।]$/u.test(before) ? part.replace(/^[.。।]/u, '') : part
    if (part === 'who') return <Who key={at} of={act} />
    if (part === 'what') return <What key={at} of={act} />
    if (part === 'from') return valueName(act.from ?? '')
    return to
  })
}
