import { useId, useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { Backups } from '../../../../contract/backups.ts'
import { MAX_PLACE_LENGTH } from '../../../../contract/backups.values.ts'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { UnsavedChangesNote } from '../../../layout/UnsavedChangesNote.tsx'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { useUnsavedChangesGuard } from '../../../layout/useUnsavedChangesGuard.ts'
import { Button, ButtonRow } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import fieldStyles from '../../../ui/Field.module.css'
import { RadioCard } from '../../../ui/RadioCard.tsx'
import { usePasswordConfirmation } from '../../identity/sessions/usePasswordConfirmation.tsx'
import styles from './Backups.module.css'

interface Props {
  of: Backups
  /** With the new state, or null when nothing was changed. */
  onDone: (state: Backups | null) => void
}

/** Asks where copies of the backups go, tries that folder, and keeps it. What was typed stays when it cannot be kept. */
export function BackupPlace({ of: { place, has_command }, onDone }: Props) {
  const t = useTranslations('rooms')
  const field = useTranslations('field')
  const words = useTranslations('site_settings')
  const name = useId()
  const [isElsewhere, setIsElsewhere] = useState(place !== null)
  const [folder, setFolder] = useState(place ?? '')
  const chosen = isElsewhere ? folder.trim() : null
  const isChanged = chosen !== place
  const guard = useUnsavedChangesGuard(isChanged)
  const { withConfirmation, dialog } = usePasswordConfirmation()
  const { run, isPending, failure } = useEndpointMutation({ invalidates: ['checks', 'desk'] })

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault()
    const done = t(chosen === null ? 'place_ended' : 'place_saved')
    const state = await run('backups.set_place', { folder: chosen }, { confirm: withConfirmation, done })
    if (state) onDone(state)
  }

  return (
    <>
      <form className="stack" noValidate onSubmit={(event) => void save(event)}>
        <UnsavedChangesNote guard={guard} />
        <fieldset>
          <legend className={fieldStyles.label}>{t('place')}</legend>
          <div className={styles.places}>
            <RadioCard
              name={name}
              title={t('place_here')}
              description={t('place_here_text')}
              checked={!isElsewhere}
              onChange={() => setIsElsewhere(false)}
            />
            <RadioCard
              name={name}
              title={t('place_folder')}
              description={t('place_folder_text')}
              checked={isElsewhere}
              onChange={() => setIsElsewhere(true)}
            />
          </div>
        </fieldset>
        {isElsewhere && (
          <Field
            label={t('place_path')}
            hint={t('place_path_hint')}
            dir="ltr"
            required
            autoComplete="off"
            spellCheck={false}
            maxLength={MAX_PLACE_LENGTH}
            value={folder}
            onChange={({ target }) => setFolder(target.value)}
          />
        )}
        {has_command && <p className="small secondary">{t('place_has_command')}</p>}
        <FailureNote title={failure} />
        <ButtonRow>
          <Button type="submit" variant="primary" disabled={!isChanged || chosen === ''} busy={isPending}>
            {chosen === null ? words('save') : t('place_save')}
          </Button>
          <Button variant="text" onClick={() => onDone(null)}>
            {isChanged ? t('leave') : field('close')}
          </Button>
        </ButtonRow>
      </form>
      {dialog}
    </>
  )
}
