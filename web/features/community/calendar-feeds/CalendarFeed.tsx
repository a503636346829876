import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Copyable } from '../../../layout/Copyable.tsx'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { Loading } from '../../../layout/Loading.tsx'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { endpointQuery } from '../../../query.ts'
import { Button } from '../../../ui/Button.tsx'
import { keepFocus } from '../../../ui/keepFocus.ts'

const feedQuery = endpointQuery('calendar_feeds.read', {}, true)

/** The private address of the reader’s calendar: made, shown this once, and withdrawn. */
export function CalendarFeed() {
  const t = useTranslations('calendar')
  const settings = useTranslations('notify')
  const client = useQueryClient()
  // A new password, and signing out elsewhere, withdraw the link.
  const query = useQuery({ ...feedQuery, refetchOnMount: 'always' })
  const { data } = query
  const { run, isPending, failure } = useEndpointMutation()
  const [address, setAddress] = useState<string | null>(null)
  if (!data) return <Loading label={settings('loading')} failed={settings('not_loaded')} query={query} />
  const keep = (created_at: string | null) => void client.setQueryData(feedQuery.queryKey, { created_at })

  async function make() {
    const made = await run('calendar_feeds.make', {})
    if (!made) return
    setAddress(new URL(made.path, location.origin).href)
    keep(made.created_at)
  }
  async function withdraw() {
    if (!(await run('calendar_feeds.withdraw', {}, { done: t('withdrawn') }))) return
    setAddress(null)
    keep(null)
  }

  const isMade = data.created_at !== null
  return (
    <>
      <p className="small secondary">{t('lead')}</p>
      <FailureNote title={t('failed')}>{failure}</FailureNote>
      {address === null ? (
        isMade && <p className="small">{t('exists')}</p>
      ) : (
        <Copyable label={t('once')} text={address} words="calendar" />
      )}
      <p className="row">
        <Button busy={isPending} onClick={() => void make()}>
          {t(isMade ? 'again' : 'make')}
        </Button>
        {isMade && (
          <Button ref={keepFocus} onClick={() => void withdraw()}>
            {t('withdraw')}
          </Button>
        )}
      </p>
    </>
  )
}
