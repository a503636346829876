import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { allOwnGroupsQuery } from '../layout/allOwnGroups.ts'
import { Loading } from '../layout/Loading.tsx'
import { preload, preloadInBrowser, type RouteQueries, withState } from '../query.ts'
import { Title } from '../site.tsx'
import { Icon } from '../ui/Icon.tsx'
import { FindGroups } from '../features/community/groups/FindGroups.tsx'
import { GroupGate } from '../features/community/groups/GroupGate.tsx'
import { GroupCards } from '../features/community/groups/GroupCard.tsx'
import { foundGroupsQuery, ownGroupsQuery } from '../features/community/groups/queries.ts'
import { EmptyArt, EmptyState } from '../ui/EmptyState.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { CardTitle } from '../ui/Card.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import styles from './groups.module.css'

const queries: RouteQueries = ({ reader_id }) => (reader_id !== null ? [ownGroupsQuery, foundGroupsQuery('', 0)] : [])
export const loader = preload(queries)
export const clientLoader = preloadInBrowser(queries)

function OwnGroups() {
  const t = useTranslations('groups')
  const query = useQuery({ ...ownGroupsQuery, refetchOnWindowFocus: 'always' })
  const { data } = query
  // The first hundred come with the page, what follows after it.
  const all = useQuery({ ...allOwnGroupsQuery, enabled: data?.has_more === true })
  if (!data) {
    return <Loading label={t('loading')} failed={t('failed')} query={query} />
  }
  if (data.items.length === 0) {
    return (
      <EmptyState>
        <EmptyArt />
        <h3>{t('none')}</h3>
        <p>{t('none_text')}</p>
      </EmptyState>
    )
  }
  const groups = (data.has_more ? all.data : undefined) ?? data.items
  // Invitations that wait for an answer come first.
  const [asking, others] = [
    groups.filter(({ my_status }) => my_status === 'invited'),
    groups.filter(({ my_status }) => my_status !== 'invited'),
  ]
  return (
    <>
      <GroupCards groups={[...asking, ...others]} />
      {data.has_more && !all.data && <Loading label={t('loading')} failed={t('failed')} query={all} />}
    </>
  )
}

function Groups() {
  const t = useTranslations('groups')
  return (
    <>
      <Title>{t('title')}</Title>
      <PageHead title={t('title')} lead={t('lead')}>
        <ButtonLink variant="primary" to="/groups/new">
          <Icon name="plus" />
          {t('create')}
        </ButtonLink>
      </PageHead>
      <section className={styles.own} aria-labelledby="your-groups">
        <CardTitle id="your-groups">{t('yours')}</CardTitle>
        <OwnGroups />
      </section>
      <FindGroups />
    </>
  )
}

const Page = () => (
  <GroupGate>
    <Groups />
  </GroupGate>
)

export default withState(Page)
