import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Backups, Rehearsal } from '../../../../contract/backups.ts'
import { download } from '../../../layout/download.ts'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { useTime } from '../../../time.tsx'
import { useMoment } from '../../../useMoment.ts'
import { Button } from '../../../ui/Button.tsx'
import { usePasswordConfirmation } from '../../identity/sessions/usePasswordConfirmation.tsx'
import { useByteFormat } from '../stats/useByteFormat.ts'
import { GoingBack } from './GoingBack.tsx'
import { StateLine, type State } from './RoomRow.tsx'
import styles from './Backups.module.css'

type Backup = Backups['items'][number]

/** Reads a backup to its end, and says what it holds. */
function useReading({ name }: Backup) {
  const t = useTranslations()
  const { run, isPending, failure } = useEndpointMutation()
  const [found, setFound] = useState<State | null>(null)

  async function read(): Promise<void> {
    const answer = await run('backups.read', { name })
    if (!answer) return setFound(null)
    const { content } = answer
    setFound(
      content
        ? { look: 'works', text: t('rooms.backups_whole', { ...content }) }
        : { look: 'broken', text: t('rooms.backups_damaged') },
    )
  }

  const state: State | null = isPending ? { look: 'working', text: t('checks.working') } : found
  return { read, isPending, failure, state }
}

function OneBackup({ of }: { of: Backup }) {
  const t = useTranslations('rooms')
  const id = useId()
  const day = useMoment()(of.created_at)
  const ago = useTime()
  const bytes = useByteFormat()
  const reading = useReading(of)
  const [rehearsal, setRehearsal] = useState<Rehearsal | null>(null)
  const { withConfirmation, dialog } = usePasswordConfirmation()
  const { run, isPending, failure } = useEndpointMutation()

  async function save(): Promise<void> {
    const { name } = of
    // A response that is not JSON comes as a file.
    const file: unknown = await run(
      'backups.download',
      { name },
      { confirm: withConfirmation, done: t('backups_downloaded') },
    )
    if (file instanceof Blob) download(name, file)
  }

  async function rehearse(): Promise<void> {
    setRehearsal(await run('backups.rehearse', { name: of.name }, { confirm: withConfirmation }))
  }

  return (
    <li className={styles.one}>
      <div>
        <p id={id} suppressHydrationWarning>
          {day}
        </p>
        <p className="small secondary" suppressHydrationWarning>
          {bytes(of.bytes)} · {ago(of.created_at)}
        </p>
        <output>{reading.state && <StateLine of={reading.state} />}</output>
        <FailureNote title={reading.failure ?? failure} />
      </div>
      <div className="row row--tight">
        <Button variant="text" busy={reading.isPending} aria-describedby={id} onClick={() => void reading.read()}>
          {t('try')}
        </Button>
        <Button variant="text" busy={isPending} aria-describedby={id} onClick={() => void save()}>
          {t('backups_download')}
        </Button>
        <Button variant="text" busy={isPending} aria-describedby={id} onClick={() => void rehearse()}>
          {t('backups_back')}
        </Button>
      </div>
      {dialog}
      {rehearsal && <GoingBack day={day} of={rehearsal} onClose={() => setRehearsal(null)} />}
    </li>
  )
}

/** The backups in the data folder, the newest first. */
export function BackupList({ of: { is_daily, keep, items } }: { of: Backups }) {
  const t = useTranslations('rooms')
  return (
    <>
      {is_daily && <p>{t('backups_about', { keep })}</p>}
      {items.length > 0 && <p>{t('backups_holds')}</p>}
      {items.length > 0 && (
        <ul className={styles.list}>
          {items.map((backup) => (
            <OneBackup key={backup.name} of={backup} />
          ))}
        </ul>
      )}
    </>
  )
}
