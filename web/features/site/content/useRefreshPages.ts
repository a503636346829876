import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api.ts'
import { invalidate } from '../../../invalidate.ts'
import { updateSite, useSite } from '../../../site.tsx'

/** Returns what shows a page that was saved, published or deleted wherever it stands: in lists, on its own page, in the footer. */
export function useRefreshPages(): () => Promise<void> {
  const client = useQueryClient()
  const { language } = useSite()
  return async () => {
    await invalidate(client, 'content.manage_list', 'content.one', 'content.list', 'content.footer')
    const { data } = await call('content.footer', { language })
    if (data) updateSite({ footer: data })
  }
}
