import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Failure } from '../../../api.ts'
import { groupQuery } from './queries.ts'

/** Refetches the group when the server refuses a part of it: the reader may no longer be a member. */
export function useGroupRecheck(id: string, error: Failure | null): void {
  const client = useQueryClient()
  const refused = error?.status === 404 || error?.status === 403
  useEffect(() => {
    if (refused) void client.invalidateQueries({ queryKey: groupQuery(id).queryKey })
  }, [refused, client, id])
}
