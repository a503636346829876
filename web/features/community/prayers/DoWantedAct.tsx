import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { call, type Failure } from '../../../api.ts'
import { FormMessages } from '../../../layout/FormMessages.tsx'
import { getErrorMessage } from '../../../layout/errorMessages.ts'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { announce, toast } from '../../../ui/Toast.tsx'
import type { KeptAct } from '../../identity/sessions/wantedAct.ts'
import { updateCachedPrayer } from './cache.ts'
import { pray } from './praying.ts'
import { prayerQuery } from './queries.ts'

interface Props {
  wanted: KeptAct[]
}

function Acts({ wanted }: Props) {
  const t = useTranslations()
  const prayer = useTranslations('prayer')
  const locale = useLocale()
  const client = useQueryClient()
  const { run } = useEndpointMutation({
    invalidates: ['groups'],
    isSilent: ({ status }) => status === 401,
    failureToast: (reason) => t('act.failed', { reason }),
  })
  const isDone = useRef(false)

  async function prayOnce({ id, key, is_lit = false }: KeptAct) {
    try {
      if (is_lit) {
        // Its candle burns already: nothing is said but that it failed.
        const { data, error } = await call('prayers.pray', { id }, { idempotency_key: key })
        if (error) throw error
        updateCachedPrayer(client, id, (it) => ({ ...it, has_prayed: data.has_prayed, pray_count: data.pray_count }))
        return announce(prayer('prayed'))
      }
      const found = await client.fetchQuery(prayerQuery(id))
      if (found.has_prayed) toast(prayer('prayed'))
      else await pray(client, found, prayer, locale, key)
    } catch (error) {
      toast(prayer('pray_failed', { reason: await getErrorMessage(error as Failure, locale) }))
    }
  }
  async function follow({ id, key }: KeptAct) {
    const followed = await run('prayers.follow', { id }, { idempotency_key: key, done: t('act.following') })
    if (followed) updateCachedPrayer(client, id, (it) => ({ ...it, is_following: true }))
  }
  async function join({ id, key }: KeptAct) {
    await run(
      'groups.join',
      { id },
      {
        idempotency_key: key,
        done: ({ my_status, name }) => t(my_status === 'active' ? 'groups.joined' : 'groups.asked', { name }),
      },
    )
  }
  useEffect(() => {
    if (isDone.current) return
    isDone.current = true
    const all = async () => {
      for (const one of wanted) await { pray: prayOnce, follow, join }[one.act](one)
    }
    void all()
  })
  return null
}

/** Does what was pressed before signing in, one after the other, and says so as its button would. */
export default function DoWantedAct(props: Props) {
  return (
    <FormMessages area={props.wanted.some(({ act }) => act === 'join') ? 'groups' : 'acts'}>
      <ActsWithFailures {...props} />
    </FormMessages>
  )
}

/** A failure is told in the words of the acts, whichever it is. */
const ActsWithFailures = (props: Props) => (
  <FormMessages area="acts">
    <Acts {...props} />
  </FormMessages>
)
