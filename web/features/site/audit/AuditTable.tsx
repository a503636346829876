import { Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import type { AuditEntry } from '../../../../contract/audit.ts'
import { dateLocaleOf } from '../../../../contract/languages.ts'
import { type ActionMessageKey, isAction } from './actions.ts'
import { Table } from '../../../ui/Table.tsx'
import styles from './AuditTable.module.css'

/** Returns the label of an action; the name itself for an action that this page does not know yet. */
export function useActionLabel(): (action: string) => string {
  const t = useTranslations('record')
  return (action) => {
    const words = action.replace('.', '_')
    return isAction(action) ? t(`act_${words}` as ActionMessageKey) : action
  }
}

/** Shows date and time to the minute, in the reader's time zone, because an investigation needs the exact time. */
function DateTime({ iso }: { iso: string }) {
  const format = new Intl.DateTimeFormat(dateLocaleOf(useLocale()), { dateStyle: 'medium', timeStyle: 'short' })
  return <time dateTime={iso}>{format.format(new Date(iso))}</time>
}

const formatValue = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** Shows the changes as the server stored them: names of fields and values, not translated. */
function Detail({ detail }: { detail: AuditEntry['detail'] }) {
  const t = useTranslations('record')
  const { from, to, ...rest } = detail
  const isStep = from !== undefined && to !== undefined
  const others = Object.entries(isStep ? rest : detail).filter(([, value]) => value !== null)
  return (
    <>
      {isStep && <p className="small">{t('from_to', { from: formatValue(from), to: formatValue(to) })}</p>}
      {others.length > 0 && (
        <code className={`small ${styles.actDetail}`} dir="ltr">
          {others.map(([name, value]) => `${name}: ${formatValue(value)}`).join(', ')}
        </code>
      )}
    </>
  )
}

function Target({ act: { target_type, target_id } }: { act: AuditEntry }) {
  if (target_type === 'user')
    return <Link to={`/admin/users/${target_id}`} dir="ltr">{`user ${target_id?.slice(0, 8)}`}</Link>
  const isLong = (target_id?.length ?? 0) > 20
  return <span dir="ltr">{`${target_type ?? ''} ${(isLong ? target_id?.slice(0, 8) : target_id) ?? ''}`}</span>
}

/** Table of staff actions, newest first. `about`: columns beside the action, the actor or both actor and target. */
export function AuditTable({ acts, about }: { acts: AuditEntry[]; about: 'actor' | 'both' }) {
  const t = useTranslations('record')
  const words = useActionLabel()
  return (
    <Table cards>
      <caption className="vh">{t('title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('what')}</th>
          {about === 'both' && <th scope="col">{t('to_whom')}</th>}
          <th scope="col">{t('who')}</th>
          <th scope="col">{t('when')}</th>
        </tr>
      </thead>
      <tbody>
        {acts.map((act) => (
          <tr key={act.id}>
            <th scope="row">
              {words(act.action)}
              {act.reason !== null && (
                <p className={`small secondary ${styles.actReason}`}>
                  <bdi>{act.reason}</bdi>
                </p>
              )}
              <Detail detail={act.detail} />
            </th>
            {about === 'both' && (
              <td className="small" data-label={t('to_whom')}>
                <Target act={act} />
              </td>
            )}
            <td data-label={t('who')}>
              {act.actor ? (
                <Link to={`/admin/users/${act.actor.id}`}>
                  <bdi>{act.actor.display_name}</bdi>
                </Link>
              ) : (
                t(act.actor_id === null ? 'at_the_machine' : 'somebody_gone')
              )}
            </td>
            <td className="small muted" data-label={t('when')}>
              <DateTime iso={act.created_at} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
