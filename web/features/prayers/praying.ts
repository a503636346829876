import type { QueryClient } from '@tanstack/react-query'
import type { useTranslations } from 'use-intl'
import type { Language } from '../../../contract/fields.ts'
import type { Prayer } from '../../../contract/prayers.ts'
import { call, newIdempotencyKey } from '../../api.ts'
import { atOnce } from '../../layout/atOnce.ts'
import { loadMessages, sentenceOf } from '../../messages.ts'
import { announce, toast } from '../../ui/Toast.tsx'
import { isPrayers, updateCached } from './cache.ts'

/** Prays: shown at once, taken back with a sentence if the server did not hear it. */
export async function pray(
  client: QueryClient,
  { id, has_prayed, pray_count }: Prayer,
  t: ReturnType<typeof useTranslations<'prayer'>>,
  language: Language,
): Promise<void> {
  const shown = { has_prayed: true, pray_count: pray_count === null ? null : pray_count + (has_prayed ? 0 : 1) }
  const { data, error } = await atOnce(
    client,
    { predicate: isPrayers },
    () => updateCached(client, id, (it) => ({ ...it, ...shown })),
    () => call('prayers.pray', { id }, { idempotency_key: newIdempotencyKey(), keepalive: true }),
  )
  const after = data ? { has_prayed: data.has_prayed, pray_count: data.pray_count } : { has_prayed, pray_count }
  updateCached(client, id, (it) => ({ ...it, ...after }))
  if (error) {
    if (error.code === 'client.offline') toast(t('pray_offline'))
    else if (error.status !== 401) toast(t('pray_failed', { reason: await sentenceOf(error, language) }))
  } else if (has_prayed) {
    // Praying again after some hours adds nothing that could be taken back.
    announce(t('prayed'))
  } else {
    await offerUndo(client, id, t('prayed'), language)
  }
}

type Words = Record<'undo' | 'undo_failed', string>

/** What is said of taking it back. Fetched early by what shows requests. */
export const words = async (language: Language): Promise<Words | undefined> =>
  ((await loadMessages(language, 'acts').catch(() => ({}))) as { act?: Words }).act

/** Says that the reader prayed, and lets them take it back while the sentence stands there. */
async function offerUndo(client: QueryClient, id: string, said: string, language: Language): Promise<void> {
  // Without its words the offer is left out: the prayer counts.
  const act = await words(language)
  if (!act) return announce(said)
  const takeBack = async (): Promise<void> => {
    const count = (has_prayed: boolean, by: number) =>
      updateCached(client, id, (it) => ({
        ...it,
        has_prayed,
        pray_count: it.pray_count === null ? null : it.pray_count + by,
      }))
    const { data } = await atOnce(
      client,
      { predicate: isPrayers },
      () => count(false, -1),
      () => call('prayers.unpray', { id }, { keepalive: true }),
    )
    if (data) return updateCached(client, id, (it) => ({ ...it, ...data }))
    count(true, 1)
    toast(act.undo_failed)
  }
  toast(said, { label: act.undo, act: () => void takeBack() })
}
