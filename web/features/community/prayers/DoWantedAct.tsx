import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Failure } from '../../../api.ts'
import { FormMessages, withMessages } from '../../../layout/FormMessages.tsx'
import { getErrorMessage } from '../../../layout/errorMessages.ts'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { toast } from '../../../ui/Toast.tsx'
import type { WantedAct } from '../../identity/sessions/wantedAct.ts'
import { updateCachedPrayer } from './cache.ts'
import { pray } from './praying.ts'
import { prayerQuery } from './queries.ts'

interface Props {
  wanted: WantedAct & { key: string }
}

function Act({ wanted: { act, id, key } }: Props) {
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

  async function prayOnce() {
    try {
      const found = await client.fetchQuery(prayerQuery(id))
      if (found.has_prayed) toast(prayer('prayed'))
      else await pray(client, found, prayer, locale, key)
    } catch (error) {
      toast(prayer('pray_failed', { reason: await getErrorMessage(error as Failure, locale) }))
    }
  }
  async function follow() {
    const followed = await run('prayers.follow', { id }, { idempotency_key: key, done: t('act.following') })
    if (followed) updateCachedPrayer(client, id, (it) => ({ ...it, is_following: true }))
  }
  async function join() {
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
    void { pray: prayOnce, follow, join }[act]()
  })
  return null
}

/** Does one act that was pressed before signing in, and says so as its button would. */
export default function DoWantedAct(props: Props) {
  return (
    <FormMessages area={props.wanted.act === 'join' ? 'groups' : 'acts'}>
      <ActWithFailures {...props} />
    </FormMessages>
  )
}

/** A failure is told in the words of the acts, whichever it is. */
const ActWithFailures = withMessages(Act, 'acts')
