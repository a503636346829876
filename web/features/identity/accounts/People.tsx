import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import type { ManagedUser } from '../../../../contract/accounts.ts'
import { useNameOf } from '../../../layout/useNameOf.ts'
import { MAX_EMAIL_LENGTH, roles, userStatuses } from '../../../../contract/users.values.ts'
import { FilterForm, FilterSelect, FilterWords } from '../../../layout/FilterForm.tsx'
import { countPages, readPage } from '../../../layout/pages.ts'
import { Pagination } from '../../../layout/Pagination.tsx'
import { oneOf } from '../../../layout/oneOf.ts'
import { Nothing, QueryStatus } from '../../../layout/QueryStatus.tsx'
import { endpointQuery } from '../../../query.ts'
import { Title } from '../../../site.tsx'
import { Time } from '../../../time.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { CreateAccount } from '../invitations/CreateAccount.tsx'
import { Invitations } from '../invitations/Invitations.tsx'
import { WaitingPeople } from '../invitations/WaitingPeople.tsx'
import { useAuth } from '../sessions/auth.tsx'
import { userStatusTone } from './badges.ts'
import { LastSeen } from './LastSeen.tsx'
import { Table, TableHead } from '../../../ui/Table.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'
import { PageHead } from '../../../ui/PageHead.tsx'
import tableStyles from '../../../ui/Table.module.css'

const PAGE_SIZE = 20

function Rows({ items }: { items: ManagedUser[] }) {
  const nameOf = useNameOf()
  const t = useTranslations('people')
  return (
    <Table cards name={t('everybody')}>
      <TableHead columns={[t('name'), t('role'), t('status'), t('joined'), t('last_seen')]} />
      <tbody>
        {items.map((person) => (
          <tr key={person.id}>
            <td>
              <Link to={`/admin/users/${person.id}`} dir="auto">
                {nameOf(person.display_name)}
              </Link>
              <span className={`small muted ${tableStyles.more}`}>
                <bdi>{person.email}</bdi>
              </span>
            </td>
            <td data-label={t('role')}>{t(`role_${person.role}`)}</td>
            <td data-label={t('status')}>
              <Badge tone={userStatusTone[person.status]}>{t(`status_${person.status}`)}</Badge>
            </td>
            <td className="muted" data-label={t('joined')}>
              <Time iso={person.created_at} long />
            </td>
            <td className="muted" data-label={t('last_seen')}>
              <LastSeen person={person} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function Filters() {
  const t = useTranslations('people')
  const admin = useTranslations('admin')
  return (
    <FilterForm>
      <FilterWords label={t('search')} maxLength={MAX_EMAIL_LENGTH} dir="auto" />
      <FilterSelect
        label={t('role')}
        name="role"
        all={admin('all')}
        options={roles.map((role) => [role, t(`role_${role}`)])}
      />
      <FilterSelect
        label={t('status')}
        name="status"
        all={admin('all')}
        options={userStatuses.map((status) => [status, t(`status_${status}`)])}
      />
    </FilterForm>
  )
}

function AllPeople() {
  const t = useTranslations('people')
  const [search] = useSearchParams()
  const [isCreating, setCreating] = useState(false)
  const page = readPage(search)
  const input = {
    search: search.get('search') || undefined,
    role: oneOf(roles, search.get('role')),
    status: oneOf(userStatuses, search.get('status')),
    page,
    pageSize: PAGE_SIZE,
  }
  const query = useQuery({ ...endpointQuery('accounts.list', input, true), placeholderData: keepPreviousData })
  const { data } = query
  return (
    <>
      <div className="spread">
        <output className="muted">{data && t('found', { count: data.total })}</output>
        <Button onClick={() => setCreating(true)}>
          <Icon name="plus" />
          {t('create')}
        </Button>
      </div>
      {isCreating && <CreateAccount onClose={() => setCreating(false)} />}
      <Filters />
      {data?.items.length === 0 && <Nothing>{t('none_found')}</Nothing>}
      {data && data.items.length > 0 && (
        <Card tight className={tableStyles.box}>
          <Rows items={data.items} />
        </Card>
      )}
      {!data && <QueryStatus query={query} />}
      {data && (
        <Pagination
          before={t('before')}
          after={t('after')}
          has_more={(page + 1) * PAGE_SIZE < data.total}
          pages={countPages(page, PAGE_SIZE, data.total)}
        />
      )}
    </>
  )
}

const parts = { all: AllPeople, waiting: WaitingPeople, invitations: Invitations }
type Part = keyof typeof parts
const tabPath = (part: Part): string => (part === 'all' ? '/admin/users' : `/admin/users?part=${part}`)

/**
 * Lists the accounts, the registrations that wait for approval, and the invitations. Moderators see only the last two:
 * the first contains addresses.
 */
export default function People() {
  const t = useTranslations('people')
  const desk = useTranslations('desk')
  const isAdmin = useAuth().user?.role === 'admin'
  const [search] = useSearchParams()
  const open = (
    isAdmin ? (['all', 'waiting', 'invitations'] as const) : (['waiting', 'invitations'] as const)
  ) as Part[]
  const part = oneOf(open, search.get('part')) ?? open[0] ?? 'waiting'
  const Shown = parts[part]
  return (
    <>
      <Title>{desk('people')}</Title>
      <PageHead title={desk('people')} lead={t(isAdmin ? 'lead' : 'lead_moderators')}>
        {isAdmin && (
          <ButtonLink variant="primary" to="/admin/users/invite">
            <Icon name="plus" />
            {t('invite_many')}
          </ButtonLink>
        )}
      </PageHead>
      <Tabs aria-label={t('parts')}>
        {open.map((name) => (
          <Link key={name} to={tabPath(name)} aria-current={name === part ? 'page' : undefined}>
            {t(`part_${name}`)}
          </Link>
        ))}
      </Tabs>
      <Shown />
    </>
  )
}
