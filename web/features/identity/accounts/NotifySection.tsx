import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { NotifyKind } from '../../../../contract/preferences.ts'
import { Loading } from '../../../layout/Loading.tsx'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { invalidate } from '../../../invalidate.ts'
import { preferencesQuery } from './queries.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import { Card } from '../../../ui/Card.tsx'
import { ButtonLink } from '../../../ui/Button.tsx'

interface Change {
  notify?: Partial<Record<NotifyKind, boolean>>
  shows_pray_counts?: boolean
  takes_lines?: boolean
}

/** Sets which notifications a person gets. A switch applies at once, and reverts when saving fails. */
export function NotifySection({ user_id }: { user_id: string }) {
  const t = useTranslations('notify')
  const client = useQueryClient()
  const query = preferencesQuery(user_id)
  const loaded = useQuery(query)
  const { data } = loaded
  const { run, failure } = useEndpointMutation({ overlaps: true })

  async function change(wanted: Change, before: Change) {
    const set = (part: Change): void =>
      void client.setQueryData(
        query.queryKey,
        (known) => known && { ...known, ...part, notify: { ...known.notify, ...part.notify } },
      )
    const apply = () => {
      set(wanted)
      return () => set(before)
    }
    const optimistic = { queries: { queryKey: query.queryKey }, apply }
    const saved = await run('preferences.write', { id: user_id, ...wanted }, { optimistic })
    // All cached requests have the old setting: they include their counts, or leave them out.
    if (saved && wanted.shows_pray_counts !== undefined) await invalidate(client, 'prayers')
  }

  if (!data) {
    return <Loading label={t('loading')} failed={t('not_loaded')} query={loaded} />
  }
  return (
    <Card className="stack">
      <p className="row">
        <ButtonLink to="/notifications">
          <Icon name="bell" />
          {t('see')}
        </ButtonLink>
      </p>
      <p className="secondary">{t('lead')}</p>
      <FailureNote title={t('failed')}>{failure}</FailureNote>
      {(Object.keys(data.notify) as NotifyKind[]).map((kind) => (
        <Switch
          key={kind}
          label={t(kind)}
          hint={t(`${kind}_hint`)}
          checked={data.notify[kind]}
          onChange={(wanted) => void change({ notify: { [kind]: wanted } }, { notify: { [kind]: !wanted } })}
        />
      ))}
      <Switch
        label={t('counts')}
        hint={t('counts_hint')}
        checked={data.shows_pray_counts}
        onChange={(wanted) => void change({ shows_pray_counts: wanted }, { shows_pray_counts: !wanted })}
      />
      <Switch
        label={t('lines')}
        hint={t('lines_hint')}
        checked={data.takes_lines}
        onChange={(wanted) => void change({ takes_lines: wanted }, { takes_lines: !wanted })}
      />
    </Card>
  )
}
