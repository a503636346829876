import { Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { localeOf } from '../../../../contract/languages.ts'
import { useNameOf } from '../../../layout/useNameOf.ts'
import type { AuditEntry } from '../../../../contract/audit.ts'
import { type AuditAction, auditActions } from '../../../../contract/audit.values.ts'

type KeyOf<Action> = Action extends `${infer Feature}.${infer Verb}` ? `say.${Feature}_${Verb}` : never
type SettingKey = 'site_name'

/** Marks the places of a sentence, which are filled with more than text. No sentence has this sign of its own. */
const MARK = '\u0001'
const marked = (name: string): string => `${MARK}${name}${MARK}`

/** Returns the names of roles, and of everything else that stands in a sentence as it is. */
function useValueName(): (value: string) => string {
  const t = useTranslations('people')
  return (value) => {
    const isRole =
      value === 'limited' || value === 'member' || value === 'care' || value === 'moderator' || value === 'admin'
    return isRole ? t(`role_${value}`) : value
  }
}

function What({ of: { subject } }: { of: AuditEntry }) {
  const t = useTranslations('acts')
  const settings = useTranslations('site_settings')
  const nameOf = useNameOf()
  const { kind = 'request', name = null, path = null } = subject ?? {}
  if (kind === 'setting' && name !== null) {
    // The log may hold settings of an earlier version.
    const words = settings.has(name as SettingKey) ? settings(name as SettingKey) : t('setting')
    return <Link to="/admin/settings">{words}</Link>
  }
  if (name === null) return <>{t(kind === 'user' ? 'someone' : kind)}</>
  const words = <bdi>{kind === 'request' ? `“${name}”` : kind === 'user' ? nameOf(name) : name}</bdi>
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

/** Who did what, to what, in one sentence. */
export function Sentence({ of: act }: { of: AuditEntry }) {
  const t = useTranslations('acts')
  const list = new Intl.ListFormat(localeOf(useLocale()))
  const valueName = useValueName()
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
  return t(key, places)
    .split(MARK)
    .map((part, index) => {
      const at = `${part} ${index}`
      if (index % 2 === 0) return part
      if (part === 'who') return <Who key={at} of={act} />
      if (part === 'what') return <What key={at} of={act} />
      if (part === 'from') return valueName(act.from ?? '')
      return act.to.length === 0 ? t('no_category') : list.format(act.to.map(valueName))
    })
}
