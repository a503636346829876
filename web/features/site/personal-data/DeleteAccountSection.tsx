import '../../../styles/dialog.css'
import { useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { PrayerChoice } from '../../../../contract/deletions.ts'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { useTime } from '../../../time.tsx'
import { Note } from '../../../ui/Note.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { useAuth } from '../../identity/sessions/auth.tsx'
import { isConfirmationCancelled, usePasswordConfirmation } from '../../identity/sessions/usePasswordConfirmation.tsx'

const choices = [
  ['keep_without_name', 'keep'],
  ['delete', 'delete'],
] as const satisfies [PrayerChoice, string][]

/** Deleting one's account: what becomes of the requests is asked first. */
export function DeleteAccountSection({ user_id }: { user_id: string }) {
  const t = useTranslations()
  const id = useId()
  const formatTime = useTime()
  const { signOut } = useAuth()
  const { withConfirmation, dialog: confirmation } = usePasswordConfirmation()
  const dialog = useRef<HTMLDialogElement>(null)
  const [prayers, setPrayers] = useState<PrayerChoice>('keep_without_name')
  const { run, isPending: working, failure, setFailure } = useEndpointMutation({ isSilent: isConfirmationCancelled })

  async function deleteAccount() {
    const planned = await run('deletions.plan', { id: user_id, prayers }, { confirm: withConfirmation })
    if (!planned) return
    dialog.current?.close()
    toast(t('leave.planned', { date: formatTime(planned.deletes_at, true) }))
    signOut()
  }

  return (
    <section className="card stack" aria-labelledby={`${id}h`}>
      <div>
        <h2 className="card__title" id={`${id}h`}>
          {t('leave.title')}
        </h2>
        <p className="small secondary">{t('leave.text')}</p>
      </div>
      <div className="row btn-row-mobile">
        <button type="button" className="btn btn--danger" onClick={() => dialog.current?.showModal()}>
          {t('leave.button')}
        </button>
      </div>
      <dialog
        ref={dialog}
        className="dialog"
        aria-labelledby={`${id}q`}
        onClose={(event) => event.target === dialog.current && setFailure(null)}
      >
        <div className="stack">
          <h2 id={`${id}q`}>{t('leave.question')}</h2>
          <fieldset className="stack audiences">
            <legend className="label">{t('leave.prayers')}</legend>
            {choices.map(([choice, words]) => (
              <label key={choice} className="radio-card">
                <input
                  type="radio"
                  name={id}
                  value={choice}
                  checked={choice === prayers}
                  onChange={() => setPrayers(choice)}
                />
                <span className="title">{t(`leave.${words}`)}</span>
                <span className="desc">{t(`leave.${words}_hint`)}</span>
              </label>
            ))}
          </fieldset>
          <p className="secondary">{t('leave.grace')}</p>
          {failure !== null && (
            <Note kind="error" icon="error" title={t('leave.failed')}>
              {failure}
            </Note>
          )}
          <div className="row btn-row-mobile">
            <button
              type="button"
              className="btn btn--danger"
              aria-disabled={working || undefined}
              onClick={() => {
                if (!working) void deleteAccount()
              }}
            >
              {t('leave.button')}
            </button>
            <button type="button" className="btn btn--secondary" onClick={() => dialog.current?.close()}>
              {t('write.cancel')}
            </button>
          </div>
        </div>
      </dialog>
      {confirmation}
    </section>
  )
}
