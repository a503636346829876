import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Group } from '../../../../contract/groups.ts'
import { Loading, More } from '../../../layout/Loading.tsx'
import { endpointQuery } from '../../../query.ts'
import { InvitesSection } from './InvitesSection.tsx'
import { MemberRow } from './MemberRow.tsx'
import { membersQuery } from './queries.ts'
import { TypedSearch } from './TypedSearch.tsx'
import { useGroupRecheck } from './useGroupRecheck.ts'
import { Card, CardTitle } from '../../../ui/Card.tsx'
import { takeLostFocus } from '../../../ui/takeLostFocus.ts'
import cardStyles from '../../../ui/Card.module.css'
import groupsStyles from './Groups.module.css'

type Status = 'active' | 'pending' | 'banned'

const foundQuery = (id: string, search: string, cursor?: string) =>
  endpointQuery('groups.members', { id, search, ...(cursor !== undefined && { cursor }) }, true)

interface PageProps {
  group: Group
  status: Status
  search?: string
  cursor?: string
}

/** Shows the people of a page, followed by the next pages: each begins where the one before ends now. */
function MemberPage({ group, status, search = '', cursor }: PageProps) {
  const t = useTranslations('groups')
  const asked = search === '' ? membersQuery(group.id, status, cursor) : foundQuery(group.id, search, cursor)
  // Somebody who leaves makes the later pages begin elsewhere: they stay as they were until they are read.
  const query = useQuery({ ...asked, placeholderData: (known) => known })
  const { data, error } = query
  useGroupRecheck(group.id, error)
  if (!data) {
    return <Loading label={t('loading')} failed={t('failed')} query={query} />
  }
  const next = data.next_cursor
  return (
    <>
      {data.items.length > 0 && (
        <Card as="ul" {...(cursor !== undefined && { ref: takeLostFocus, tabIndex: -1 })} className={cardStyles.rows}>
          {data.items.map((member) => (
            <MemberRow key={member.user.id} group={group} member={member} />
          ))}
        </Card>
      )}
      {data.items.length === 0 && cursor === undefined && <p className="small muted">{t('nobody')}</p>}
      {next !== null && (
        <More>
          <MemberPage group={group} status={status} search={search} cursor={next} />
        </More>
      )}
    </>
  )
}

function People({ group, status, heading }: { group: Group; status: Status; heading: string }) {
  const id = useId()
  return (
    <section className="stack" aria-labelledby={id}>
      <CardTitle id={id}>{heading}</CardTitle>
      <MemberPage group={group} status={status} />
    </section>
  )
}

/** Lists the members; where they are more than a page, they are searched by name. */
function Members({ group }: { group: Group }) {
  const t = useTranslations('groups')
  const id = useId()
  const [search, setSearch] = useState('')
  // The first page of the list below.
  const { data } = useQuery(membersQuery(group.id, 'active'))
  // Once there, it stays: it would go from under the keyboard.
  const [isLong, setLong] = useState(false)
  if (!isLong && data && data.next_cursor !== null) setLong(true)
  return (
    <section className="stack" aria-labelledby={id}>
      <div className={isLong ? groupsStyles.groupsHead : undefined}>
        <CardTitle id={id}>{t('people')}</CardTitle>
        {isLong && <TypedSearch label={t('people')} onSearch={setSearch} />}
      </div>
      <MemberPage key={search} group={group} status="active" search={search} />
    </section>
  )
}

/** Lists the members; for leaders also the requests to join, the banned members and the invitations. */
export function MembersTab({ group }: { group: Group }) {
  const t = useTranslations('groups')
  return (
    <div className={`stack ${groupsStyles.groupParts}`}>
      {group.may.manage && <People group={group} status="pending" heading={t('waiting')} />}
      <Members group={group} />
      {group.may.manage && (
        <>
          <InvitesSection group={group} />
          <People group={group} status="banned" heading={t('kept_out')} />
        </>
      )}
    </div>
  )
}
