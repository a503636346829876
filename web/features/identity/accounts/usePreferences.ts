import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Preferences } from '../../../../contract/preferences.ts'
import type { Input } from '../../../../contract/schemas.ts'
import { changeOfPart } from '../../../layout/optimistic.ts'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { preferencesQuery } from './queries.ts'

/** A person's preferences. A change applies at once, and reverts when saving fails; `shown` is what it makes of what the page shows. */
export function usePreferences(id: string, { enabled = true, done }: { enabled?: boolean; done?: string } = {}) {
  const client = useQueryClient()
  const options = preferencesQuery(id)
  const query = useQuery({ ...options, enabled })
  const { run, failure } = useEndpointMutation({ overlaps: true })
  const change = (wanted: Omit<Input<'preferences.write'>, 'id'>, shown = wanted as Partial<Preferences>) =>
    run(
      'preferences.write',
      { id, ...wanted },
      { optimistic: changeOfPart<Preferences>(client, options.queryKey, shown), done },
    )
  return { query, data: query.data, change, failure }
}
