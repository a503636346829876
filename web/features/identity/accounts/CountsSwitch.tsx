import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Preferences } from '../../../../contract/preferences.ts'
import { Loading } from '../../../layout/Loading.tsx'
import { changeOfPart } from '../../../layout/optimistic.ts'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { invalidate } from '../../../invalidate.ts'
import { preferencesQuery } from './queries.ts'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import { Card } from '../../../ui/Card.tsx'

const switches = { shows_pray_counts: 'counts', takes_lines: 'lines' } as const

/**
 * Sets whether a person sees how many have prayed, and whether those may leave them a line. Applies at once, and reverts when
 * saving fails.
 */
export function CountsSwitch({ user_id }: { user_id: string }) {
  const t = useTranslations('notify')
  const client = useQueryClient()
  const query = preferencesQuery(user_id)
  const loaded = useQuery(query)
  const { data } = loaded
  const { run, failure } = useEndpointMutation({ overlaps: true })
  if (!data) return <Loading label={t('loading')} failed={t('not_loaded')} query={loaded} />

  async function change(name: keyof typeof switches, wanted: boolean) {
    const optimistic = changeOfPart<Preferences>(client, query.queryKey, { [name]: wanted })
    // All cached requests have the old setting: they include their counts, or leave them out.
    if (await run('preferences.write', { id: user_id, [name]: wanted }, { optimistic }))
      await invalidate(client, 'prayers')
  }

  return (
    <Card className="stack">
      <FailureNote title={t('failed')}>{failure}</FailureNote>
      {(Object.keys(switches) as (keyof typeof switches)[]).map((name) => (
        <Switch
          key={name}
          label={t(switches[name])}
          hint={t(`${switches[name]}_hint`)}
          checked={data[name]}
          onChange={(wanted) => void change(name, wanted)}
        />
      ))}
    </Card>
  )
}
