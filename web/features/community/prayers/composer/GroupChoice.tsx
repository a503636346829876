import { useQuery } from '@tanstack/react-query'
import { Suspense, useId } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { allOwnGroupsQuery } from '../../../../layout/allOwnGroups.ts'
import { Loading } from '../../../../layout/Loading.tsx'
import { ErrorText } from '../../../../ui/Field.tsx'
import { WordsByEmail } from '../../group-summaries/WordsByEmail.tsx'
import { Checkbox, Radio } from '../../../../ui/Checkbox.tsx'
import composerStyles from './Readers.module.css'

interface Props {
  value: string[]
  /**
   * True for a new request, which may be shared with several groups, each with its own copy. An existing request is in
   * one group.
   */
  multiple: boolean
  error: string | undefined
  onChange: (value: string[]) => void
  /** True if the emails of the groups may hold it; null: they never do. */
  inSummary: boolean | null
  onLetIn: (in_summary: boolean) => void
}

/** Chooses the groups for a request, and describes who can read it there. */
export default function GroupChoice({ value, multiple, error, onChange, inSummary, onLetIn }: Props) {
  const t = useTranslations('write')
  const id = useId()
  const query = useQuery({ ...allOwnGroupsQuery, refetchOnWindowFocus: 'always' })
  const { data } = query
  if (!data) {
    return <Loading label={t('groups')} failed={t('groups_failed')} query={query} />
  }
  const chosen = (group_id: string): boolean => value.includes(group_id)
  // A group that already has the request stays visible, even when its author may not post there any more.
  const offered = data.filter(({ id: group_id, may }) => may.post || chosen(group_id))
  // A group that is gone, or that its author has left, goes with the next choice: nothing here would take it back.
  const known = offered.map(({ id: group_id }) => group_id).filter(chosen)
  const Choice = multiple ? Checkbox : Radio
  if (offered.length === 0) {
    return (
      <p className={`small secondary ${composerStyles.groupChoice}`}>
        {t('no_groups')} <Link to="/groups">{t('to_groups')}</Link>
      </p>
    )
  }
  return (
    <fieldset
      className={`stack ${composerStyles.groupChoice}`}
      aria-describedby={error === undefined ? `${id}p` : `${id}e ${id}p`}
    >
      <legend className={composerStyles.label}>{t(multiple ? 'groups' : 'one_group')}</legend>
      {offered.map(({ id: group_id, name }) => (
        <Choice
          key={group_id}
          name="group_ids"
          value={group_id}
          checked={chosen(group_id)}
          onChange={(checked) =>
            onChange(
              multiple ? (checked ? [...known, group_id] : known.filter((other) => other !== group_id)) : [group_id],
            )
          }
        >
          <bdi>{name}</bdi>
        </Choice>
      ))}
      {error !== undefined && <ErrorText id={`${id}e`}>{error}</ErrorText>}
      <output className="small secondary" id={`${id}p`}>
        {offered
          .filter(({ id: group_id }) => chosen(group_id))
          .map(({ id: group_id, name, member_count }) => (
            <span key={group_id} className={composerStyles.groupChoiceWho}>
              {t('group_preview', { count: member_count, name })}
            </span>
          ))}
      </output>
      {inSummary !== null && value.length > 0 && (
        <Suspense>
          <WordsByEmail
            groups={offered.filter(({ id: group_id }) => chosen(group_id))}
            checked={inSummary}
            onChange={onLetIn}
          />
        </Suspense>
      )}
    </fieldset>
  )
}
