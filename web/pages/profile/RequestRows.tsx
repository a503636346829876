import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { MAX_SEARCH_LENGTH } from '../../../contract/feed.values.ts'
import type { Prayer } from '../../../contract/prayers.ts'
import { Loading, More } from '../../layout/Loading.tsx'
import { endpointQuery } from '../../query.ts'
import { Time } from '../../time.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { excerpt } from '../../../contract/excerpt.ts'
import { isHeldForDanger } from '../../features/community/prayers/held.ts'
import { useAudience, useAuthorName } from '../../features/community/prayers/PrayerMeta.tsx'
import { feedPath } from '../../features/community/prayers/queries.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyArt, EmptyState } from '../../ui/EmptyState.tsx'
import { ListRow } from '../../ui/ListRow.tsx'
import { takeLostFocus } from '../../ui/takeLostFocus.ts'
import cardStyles from '../../ui/Card.module.css'
import fieldStyles from '../../ui/Field.module.css'

const EXCERPT_LENGTH = 120

function Row({ prayer, named }: { prayer: Prayer; named: boolean }) {
  const t = useTranslations()
  const authorName = useAuthorName()
  const { icon, label } = useAudience()(prayer)
  const { id, title, content, language, is_anonymous, publication, pray_count, status, may } = prayer
  return (
    <ListRow>
      <div>
        <p dir="auto" lang={language ?? undefined}>
          <Link to={`/prayers/${id}`} suppressHydrationWarning>
            {excerpt(title ?? content, EXCERPT_LENGTH)}
          </Link>
        </p>
        <div className="row row--tight xs muted">
          {named && <bdi>{authorName(prayer)}</bdi>}
          <Time iso={prayer.created_at} />
          <span className="iconline">
            <Icon name={icon} />
            {label}
          </span>
          {is_anonymous && !named && (
            <span className="iconline">
              <Icon name="veil" />
              {t('prayer.anonymous')}
            </span>
          )}
          {pray_count !== null && publication === 'published' && (
            <span>{t('prayer.count', { count: pray_count })}</span>
          )}
        </div>
      </div>
      {status === 'open' || status === 'ongoing' ? (
        may.edit &&
        !isHeldForDanger(prayer) && (
          <ButtonLink size="small" to={`/prayers/${id}?update`}>
            {t('profile.add_update')}
          </ButtonLink>
        )
      ) : (
        <Badge tone={status === 'answered' ? 'success' : undefined}>
          {status === 'answered' && <Icon name="sunrise" />}
          <span>{t(`status.${status}`)}</span>
        </Badge>
      )}
    </ListRow>
  )
}

type Which = 'mine' | 'following'
export const rowsQuery = (which: Which, cursor?: string) =>
  endpointQuery('prayers.list', { [which]: true, pageSize: 20, ...(cursor !== undefined && { cursor }) }, true)

/** Leads to one's own requests with these words, also the archived ones: the search of the wall leaves those out. */
function SearchOwn() {
  const t = useTranslations('feed')
  const navigate = useNavigate()
  return (
    <search>
      <form
        action="/"
        onSubmit={(event) => {
          event.preventDefault()
          const words = new FormData(event.currentTarget).get('search')
          void navigate(feedPath({ mine: true, search: typeof words === 'string' ? words.trim() : '' }))
        }}
      >
        <input type="hidden" name="mine" value="1" />
        <input
          className={fieldStyles.input}
          type="search"
          name="search"
          dir="auto"
          maxLength={MAX_SEARCH_LENGTH}
          aria-label={t('search')}
          placeholder={t('search')}
        />
      </form>
    </search>
  )
}

/** Shows one page of rows, and loads the following ones on demand. */
function Rows({ which, cursor }: { which: Which; cursor?: string }) {
  const t = useTranslations()
  const query = useQuery(rowsQuery(which, cursor))
  const { data } = query
  if (!data) {
    return <Loading label={t('feed.loading')} failed={t('feed.failed')} query={query} />
  }
  if (data.items.length === 0 && cursor === undefined) return <Empty which={which} />
  const next = data.next_cursor ?? undefined
  return (
    <>
      {which === 'mine' && cursor === undefined && next !== undefined && <SearchOwn />}
      <Card as="ul" {...(cursor !== undefined && { ref: takeLostFocus, tabIndex: -1 })} className={cardStyles.rows}>
        {data.items.map((prayer) => (
          <Row key={prayer.id} prayer={prayer} named={which === 'following'} />
        ))}
      </Card>
      {next !== undefined && (
        <More>
          <Rows which={which} cursor={next} />
        </More>
      )}
    </>
  )
}

function Empty({ which }: { which: Which }) {
  const t = useTranslations()
  return (
    <EmptyState>
      <EmptyArt />
      <h3>{t('feed.empty')}</h3>
      <p>{t(which === 'mine' ? 'feed.empty_mine' : 'profile.empty_praying')}</p>
      <ButtonLink to={which === 'mine' ? '/new-prayer' : '/'}>
        {t(which === 'mine' ? 'feed.new' : 'feed.show_all')}
      </ButtonLink>
    </EmptyState>
  )
}

/** Requests that the reader shared or follows, as short rows. */
export const RequestRows = ({ which }: { which: Which }) => (
  <div className="stack">
    <Rows which={which} />
  </div>
)
