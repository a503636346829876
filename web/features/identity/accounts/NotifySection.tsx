import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { NotifyKind } from '../../../../contract/preferences.ts'
import { call } from '../../../api.ts'
import { mutateOptimistically } from '../../../layout/optimistic.ts'
import { Loading } from '../../../layout/Loading.tsx'
import { getErrorMessage } from '../../../messages.ts'
import { endpointQuery } from '../../../query.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import { Card } from '../../../ui/Card.tsx'
import { ButtonLink } from '../../../ui/Button.tsx'

interface Change {
  notify?: Partial<Record<NotifyKind, boolean>>
  shows_pray_counts?: boolean
}

/** What a person wants to be told of. A switch holds at once, and goes back when it could not be saved. */
export function NotifySection({ user_id }: { user_id: string }) {
  const t = useTranslations('notify')
  const locale = useLocale()
  const client = useQueryClient()
  const query = endpointQuery('preferences.read', { id: user_id }, true)
  const { data, isError, fetchStatus, refetch } = useQuery(query)
  const [failure, setFailure] = useState<string | null>(null)

  async function change(wanted: Change, before: Change) {
    const set = (part: Change) =>
      client.setQueryData(
        query.queryKey,
        (known) => known && { ...known, ...part, notify: { ...known.notify, ...part.notify } },
      )
    setFailure(null)
    const { error } = await mutateOptimistically(
      client,
      { queryKey: query.queryKey },
      () => set(wanted),
      () => call('preferences.write', { id: user_id, ...wanted }),
    )
    if (error) {
      set(before)
      setFailure(await getErrorMessage(error, locale))
    } else if (wanted.shows_pray_counts !== undefined) {
      // Every request that is known here came with its number, or without.
      await client.invalidateQueries({ predicate: ({ queryKey: [name] }) => String(name).startsWith('prayers.') })
    }
  }

  if (!data) {
    return (
      <Loading
        label={t('loading')}
        failed={isError ? t('not_loaded') : undefined}
        paused={fetchStatus === 'paused'}
        retry={() => void refetch()}
      />
    )
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
      {failure !== null && (
        <Note kind="error" icon="error" title={t('failed')}>
          {failure}
        </Note>
      )}
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
    </Card>
  )
}
