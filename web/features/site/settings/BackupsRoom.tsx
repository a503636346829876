import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { Backups } from '../../../../contract/backups.ts'
import { deskTodayQuery } from '../../../layout/AdminShell.tsx'
import { QueryStatus } from '../../../layout/QueryStatus.tsx'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { invalidate } from '../../../invalidate.ts'
import { endpointQuery } from '../../../query.ts'
import { useTime } from '../../../time.tsx'
import { Button, ButtonRow } from '../../../ui/Button.tsx'
import { BackupPlace } from './BackupPlace.tsx'
import { BackupList } from './BackupList.tsx'
import { RoomRow, type RoomProps, type State } from './RoomRow.tsx'
import { useChecks } from './useChecks.ts'

export const backupsQuery = endpointQuery('backups.list', {}, true)
/** Milliseconds. */
const ASK_AGAIN_MS = 1500

/** The backups; asks again while one is being made, and then how the site does. */
function useBackups() {
  const client = useQueryClient()
  const query = useQuery({
    ...backupsQuery,
    refetchInterval: ({ state }) => (state.data?.is_being_made === true ? ASK_AGAIN_MS : false),
  })
  const isBeingMade = query.data?.is_being_made === true
  const was = useRef(false)
  useEffect(() => {
    if (was.current && !isBeingMade) void invalidate(client, 'checks', 'desk')
    was.current = isBeingMade
  }, [client, isBeingMade])
  return query
}

/** How many backups there are and how old the newest is, or who else makes them. */
function useNow(data: Backups | undefined): string | undefined {
  const t = useTranslations('rooms')
  const ago = useTime()
  if (!data) return undefined
  const { is_daily, engine, items } = data
  if (!is_daily) return t(engine === 'postgres' ? 'backups_postgres' : 'backups_elsewhere')
  const [newest] = items
  return newest ? t('backups_now', { count: items.length, ago: ago(newest.created_at) }) : t('backups_none')
}

/** The backups of the site: whether there is one that can be read, and what can be done with each. */
export function BackupsRoom({ isOpen, close }: RoomProps) {
  const t = useTranslations()
  const client = useQueryClient()
  const query = useBackups()
  const { data } = query
  const now = useNow(data)
  const checks = useChecks('backup', 'backup_copy')
  const { data: today } = useQuery(deskTodayQuery)
  const ago = useTime()
  const { run, isPending, failure } = useEndpointMutation()
  const worst = today?.health?.worst
  const late = worst && (worst.fault === 'no_backup' || worst.fault === 'old_backup') ? worst : null

  function stateOf(): State | null {
    if (data?.is_being_made === true) return { look: 'working', text: t('rooms.backups_making') }
    if (data?.is_daily === false) return null
    if (!late) return checks.state
    const text = t(`waits.fault_${late.fault as 'no_backup'}`, { ago: late.at === null ? '' : ago(late.at) })
    return { look: 'look', text }
  }

  const show = (state: Backups): void => void client.setQueryData(backupsQuery.queryKey, state)

  async function make(): Promise<void> {
    const state = await run('backups.make', {})
    if (state) show(state)
  }

  return (
    <RoomRow
      room="backups"
      isOpen={isOpen}
      opens={data?.is_daily === true ? 'change' : 'details'}
      now={now}
      state={stateOf()}
      failure={failure}
      acts={
        data?.is_daily === true && (
          <Button variant="text" busy={isPending || data.is_being_made} onClick={() => void make()}>
            {t('rooms.backups_make')}
          </Button>
        )
      }
    >
      {data ? <BackupList of={data} /> : <QueryStatus query={query} />}
      {data?.is_daily === true ? (
        <BackupPlace of={data} onDone={(state) => (state ? show(state) : close())} />
      ) : (
        <ButtonRow>
          <Button onClick={close}>{t('field.close')}</Button>
        </ButtonRow>
      )}
      <p className="small secondary">{t('rooms.backups_set')}</p>
    </RoomRow>
  )
}
