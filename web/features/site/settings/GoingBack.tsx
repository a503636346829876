import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Rehearsal } from '../../../../contract/backups.ts'
import { lostKinds, restoreWays } from '../../../../contract/backups.values.ts'
import { oneOf } from '../../../layout/oneOf.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Labelled } from '../../../ui/Field.tsx'
import { Options, Select } from '../../../ui/Select.tsx'
import styles from './Backups.module.css'

/** Says what going back would lose, kind by kind. */
function Lost({ lost }: { lost: Rehearsal['lost'] }) {
  const t = useTranslations('rooms')
  if (lost === null) return <p>{t('backups_lost_unknown')}</p>
  const kinds = lostKinds.filter((kind) => lost[kind] > 0)
  if (kinds.length === 0) return <p>{t('backups_lost_none')}</p>
  return (
    <>
      <p>{t('backups_lost')}</p>
      <ul className={styles.lost}>
        {kinds.map((kind) => (
          <li key={kind}>{t(`lost_${kind}`, { count: lost[kind] })}</li>
        ))}
      </ul>
    </>
  )
}

/** Says what going back to a backup would lose, and the lines that do it. */
export function GoingBack({ day, of, onClose }: { day: string; of: Rehearsal; onClose: () => void }) {
  const t = useTranslations('rooms')
  const dialog = useRef<HTMLDialogElement>(null)
  const [way, setWay] = useState<keyof Rehearsal['lines']>('terminal')
  return (
    <Dialog ref={dialog} title={t('backups_back_title', { day })} onClose={onClose}>
      <div className="stack">
        <Lost lost={of.lost} />
        {of.deleted > 0 && <p>{t('backups_deleted', { count: of.deleted })}</p>}
        <p>{t('backups_typed')}</p>
        <Labelled label={t('way')}>
          <Select value={way} onChange={({ target }) => setWay(oneOf(restoreWays, target.value) ?? way)}>
            <Options of={restoreWays.map((one) => [one, t(`way_${one}`)])} />
          </Select>
        </Labelled>
        <pre className={styles.lines} dir="ltr" aria-live="polite">
          {of.lines[way].join('\n')}
        </pre>
        <p className="secondary">{t('backups_after')}</p>
      </div>
    </Dialog>
  )
}
