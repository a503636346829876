import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Output } from '../../../../contract/schemas.ts'
import { useSite } from '../../../site.tsx'
import { useAuth } from '../../identity/sessions/auth.tsx'
import { unreadNewsQuery } from './news.ts'

/** Says what the reader has not read in News: as the page came, then as it is read again. */
export function useUnreadNews(): Output<'notifications.unread'> | undefined {
  const client = useQueryClient()
  const { unread_news, reader } = useSite()
  const { user } = useAuth()
  // No `initialData`: a query goes back to it when it is reset, and whoever signs in next would begin with it.
  useState(() => {
    if (unread_news && user?.id === reader?.id && client.getQueryState(unreadNewsQuery.queryKey) === undefined)
      client.setQueryData(unreadNewsQuery.queryKey, unread_news)
  })
  return useQuery(unreadNewsQuery).data
}
