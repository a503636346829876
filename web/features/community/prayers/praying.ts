import type { QueryClient } from '@tanstack/react-query'
import type { useTranslations } from 'use-intl'
import type { Language } from '../../../../contract/fields.ts'
import type { Prayer } from '../../../../contract/prayers.ts'
import { call } from '../../../api.ts'
import { callOptimistically } from '../../../layout/optimistic.ts'
import { getErrorMessage } from '../../../layout/errorMessages.ts'
import { newIdempotencyKey } from '../../../layout/newIdempotencyKey.ts'
import { loadMessages } from '../../../messages.ts'
import { readUserId } from '../../../token.ts'
import { announce, toast } from '../../../ui/Toast.tsx'
import { keepWantedAct } from '../../identity/sessions/wantedAct.ts'
import { updateCachedPrayer, type ShownPrayer } from './cache.ts'
import { rereadOnceStored, setLight, tellsPrayed } from './light.ts'
import { sendWaiting, stopWaiting, waitToSend } from './waiting.ts'

/**
 * Records a prayer. Not a hook, so that visitors' pages do without it. Updates the page optimistically, and rolls back with
 * a message if the server refuses. Without a connection the prayer is kept, and sent later.
 */
export async function pray(
  client: QueryClient,
  { id, has_prayed, pray_count, is_waiting }: ShownPrayer,
  t: ReturnType<typeof useTranslations<'prayer'>>,
  language: Language,
  idempotency_key = newIdempotencyKey(),
): Promise<void> {
  if (is_waiting === true) {
    if ((await sendWaiting(client)) > 0) announce(t('prayed'))
    else await sayWaiting(client, id, language)
    return
  }
  const optimistic = { has_prayed: true, pray_count: pray_count === null ? null : pray_count + (has_prayed ? 0 : 1) }
  const user_id = readUserId()
  const set = (part: Pick<Prayer, 'has_prayed' | 'pray_count'>) =>
    updateCachedPrayer(client, id, (it) => ({ ...it, ...part }))
  const apply = () => {
    set(optimistic)
    const putOut = setLight(client, id, true)
    return () => {
      set({ has_prayed, pray_count })
      putOut()
    }
  }
  const { data, error } = await callOptimistically(client, { queries: { predicate: tellsPrayed }, apply }, () =>
    call('prayers.pray', { id }, { idempotency_key, keepalive: true }),
  )
  // A person who has signed out before the answer leaves nothing of it to the next one. A refused call removes the token.
  if (user_id !== null && error?.status !== 401 && readUserId() !== user_id) return
  if (data) {
    set({ has_prayed: data.has_prayed, pray_count: data.pray_count })
    setLight(client, id, true)
    rereadOnceStored(client)
  }
  if (error?.code === 'client.offline') {
    await keepForLater(client, { id, has_prayed }, user_id, idempotency_key, language)
  } else if (error) {
    if (error.status === 401) keepWantedAct({ act: 'pray', id }, user_id)
    else toast(t('pray_failed', { reason: await getErrorMessage(error, language) }))
  } else if (has_prayed) {
    // Praying again after some hours leaves nothing to undo.
    announce(t('prayed'))
  } else {
    await offerUndo(client, id, t('prayed'), language)
  }
}

type ActMessages = Record<'undo' | 'undo_failed' | 'pray_offline', string>

const loadActMessages = async (language: Language): Promise<ActMessages | undefined> =>
  ((await loadMessages(language, 'acts').catch(() => ({}))) as { act?: ActMessages }).act

/** Loads what the button says after a press, so that praying works when the connection is lost by then. */
export const preloadPraying = (language: Language): void => void loadActMessages(language)

/** Says that a prayer will count later, and offers to take it back. */
async function sayWaiting(client: QueryClient, id: string, language: Language, onUndone?: () => void): Promise<void> {
  const act = await loadActMessages(language)
  if (act) await offerUndo(client, id, act.pray_offline, language, onUndone)
}

/**
 * Keeps a prayer that could not be sent, and says so. `has_prayed`: as it was before; a prayer once more has nothing to undo. `onUndone`
 * is called when it was taken back.
 */
export async function keepForLater(
  client: QueryClient,
  { id, has_prayed }: Pick<Prayer, 'id' | 'has_prayed'>,
  user_id: string | null,
  idempotency_key: string,
  language: Language,
  onUndone?: () => void,
): Promise<void> {
  waitToSend(client, id, user_id, idempotency_key)
  if (!has_prayed) return await sayWaiting(client, id, language, onUndone)
  const act = await loadActMessages(language)
  if (act) toast(act.pray_offline)
}

/** Announces the prayer and offers undo while the toast is visible. */
async function offerUndo(
  client: QueryClient,
  id: string,
  message: string,
  language: Language,
  onUndone?: () => void,
): Promise<void> {
  // Without the messages there is no undo offer: the prayer counts.
  const act = await loadActMessages(language)
  if (!act) return announce(message)
  const undo = async () => {
    if (await takeBack(client, id, language)) onUndone?.()
  }
  toast(message, { label: act.undo, onClick: () => void undo() })
}

/** Takes a prayer back, also one that still waits. Where the server refuses, it stays, and a message says so: returns false. */
export async function takeBack(client: QueryClient, id: string, language: Language): Promise<boolean> {
  const setPrayed = (has_prayed: boolean, by: number) =>
    updateCachedPrayer(client, id, (it) => ({
      ...it,
      has_prayed,
      is_waiting: false,
      pray_count: it.pray_count === null ? null : it.pray_count + by,
    }))
  const apply = () => {
    setPrayed(false, -1)
    const light = setLight(client, id, false)
    return () => {
      setPrayed(true, 1)
      light()
    }
  }
  if (await stopWaiting(id)) {
    apply()
    return true
  }
  const { data } = await callOptimistically(client, { queries: { predicate: tellsPrayed }, apply }, () =>
    call('prayers.unpray', { id }, { keepalive: true }),
  )
  if (data) {
    updateCachedPrayer(client, id, (it) => ({ ...it, ...data }))
    rereadOnceStored(client)
    return true
  }
  const act = await loadActMessages(language)
  if (act) toast(act.undo_failed)
  return false
}
