import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Loading } from '../../../layout/Loading.tsx'
import { invalidate } from '../../../invalidate.ts'
import { usePreferences } from './usePreferences.ts'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import { Card } from '../../../ui/Card.tsx'

const switches = { shows_pray_counts: 'counts', takes_lines: 'lines' } as const

/** Sets whether a person sees how many have prayed, and whether those may leave them a line. */
export function CountsSwitch({ user_id }: { user_id: string }) {
  const t = useTranslations('notify')
  const client = useQueryClient()
  const { query, data, change, failure } = usePreferences(user_id)
  if (!data) return <Loading label={t('loading')} failed={t('not_loaded')} query={query} />

  async function turn(name: keyof typeof switches, wanted: boolean) {
    // All cached requests have the old setting: they include their counts, or leave them out.
    if (await change({ [name]: wanted })) await invalidate(client, 'prayers')
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
          onChange={(wanted) => void turn(name, wanted)}
        />
      ))}
    </Card>
  )
}
