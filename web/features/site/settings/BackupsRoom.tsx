import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { deskTodayQuery } from '../../../layout/AdminShell.tsx'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { useTime } from '../../../time.tsx'
import { Button, ButtonRow } from '../../../ui/Button.tsx'
import { RoomRow, type RoomProps } from './RoomRow.tsx'
import { TryButton } from './TryButton.tsx'
import { useChecks } from './useChecks.ts'

/** Whether there is a backup that can be read. */
export function BackupsRoom({ isOpen, close }: RoomProps) {
  const t = useTranslations()
  const checks = useChecks('backup')
  const { data: today } = useQuery(deskTodayQuery)
  const ago = useTime()
  const worst = today?.health?.worst
  const late = worst && (worst.fault === 'no_backup' || worst.fault === 'old_backup') ? worst : null
  return (
    <RoomRow
      room="backups"
      isOpen={isOpen}
      opens="details"
      now={t('checks.text_backup')}
      state={
        late && !checks.isPending
          ? {
              look: 'look',
              text: t(`waits.fault_${late.fault as 'no_backup'}`, { ago: late.at === null ? '' : ago(late.at) }),
            }
          : checks.state
      }
      problem={<FailureNote title={checks.failure} />}
      acts={
        <TryButton of={checks} room="backups">
          {t('rooms.try')}
        </TryButton>
      }
    >
      <p>{t('rooms.backups_set')}</p>
      <ButtonRow>
        <Button onClick={close}>{t('rooms.close')}</Button>
      </ButtonRow>
    </RoomRow>
  )
}
