import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { EndpointName } from '../../../../contract/endpoints.ts'
import type { Output } from '../../../../contract/schemas.ts'
import type { Notice } from '../../../../contract/notifications.ts'
import { Icon } from '../../../ui/Icon.tsx'
import prayStyles from '../../../ui/Pray.module.css'
import { useReact } from '../prayers/useReactions.ts'
import styles from './News.module.css'

type News = Output<'notifications.list'>
const queries = { queryKey: ['notifications.list'] satisfies [EndpointName] }

/** Gives thanks for the answer to the request with this id, or takes it back, without leaving the news. */
export function NewsThanks({ id, thanks }: { id: string; thanks: NonNullable<Notice['thanks']> }) {
  const t = useTranslations('prayer')
  const client = useQueryClient()
  const isGiven = thanks.id !== null
  const react = useReact({ id, my_reactions: thanks.id === null ? {} : { thanks: thanks.id } })
  const [sending, setSending] = useState(false)
  const give = (notice: Notice): Notice =>
    notice.thanks && notice.prayer_request_id === id ? { ...notice, thanks: { id: isGiven ? null : '' } } : notice
  async function press() {
    if (sending) return
    setSending(true)
    client.setQueriesData<News>(queries, (news) => news && { ...news, items: news.items.map(give) })
    await react('thanks')
    // With the id that was given, or as before when it failed.
    await client.invalidateQueries(queries)
    setSending(false)
  }
  return (
    <button
      type="button"
      className={`${prayStyles.pray} ${prayStyles.thanks} ${styles.act}`}
      aria-pressed={isGiven}
      aria-busy={sending}
      onClick={() => void press()}
    >
      <Icon name="sunrise" />
      {t(isGiven ? 'gave_thanks' : 'give_thanks')}
    </button>
  )
}
