import type { QueryClient } from '@tanstack/react-query'
import type { Language } from '../../../contract/fields.ts'
import { call } from '../../api.ts'
import { loadMessages } from '../../messages.ts'
import { announce, toast } from '../../ui/Toast.tsx'
import { updateCached } from './queries.ts'

type Words = Record<'undo' | 'undo_failed', string>

/** Says that the reader prayed, and lets them take it back while the sentence stands there. */
export async function offerUndo(client: QueryClient, id: string, said: string, language: Language): Promise<void> {
  // Without its words the offer is left out: the prayer counts.
  const { act } = (await loadMessages(language, 'acts').catch(() => ({}))) as { act?: Words }
  if (!act) return announce(said)
  const takeBack = async (): Promise<void> => {
    const { data } = await call('prayers.unpray', { id })
    if (data) updateCached(client, id, (it) => ({ ...it, ...data }))
    else toast(act.undo_failed)
  }
  toast(said, { label: act.undo, act: () => void takeBack() })
}
