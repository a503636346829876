import { useId, useRef, useState, type FormEvent } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Prayer } from '../../../../contract/prayers.ts'
import type { ReportType } from '../../../../contract/reports.ts'
import { MAX_REPORT_REASON_LENGTH, reportTypes } from '../../../../contract/reports.values.ts'
import { call } from '../../../api.ts'
import { codePoints } from '../../../layout/fieldErrors.ts'
import { getErrorMessage } from '../../../messages.ts'
import '../../../styles/forms.css'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorText } from '../../../ui/Field.tsx'
import { Note } from '../../../ui/Note.tsx'

/** Tells moderators of a request. The author does not learn who did. */
export default function ReportDialog({ prayer, onClose }: { prayer: Prayer; onClose: () => void }) {
  const t = useTranslations('report')
  const dialog = useRef<HTMLDialogElement>(null)
  const close = () => dialog.current?.close()
  const locale = useLocale()
  const id = useId()
  const [type, setType] = useState<ReportType | null>(null)
  const [reason, setReason] = useState('')
  const [sending, setSending] = useState(false)
  const [missing, setMissing] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [done, setDone] = useState(false)
  const first = useRef<HTMLInputElement>(null)
  const tooLong = codePoints(reason.trim()) > MAX_REPORT_REASON_LENGTH

  async function send(event: FormEvent) {
    event.preventDefault()
    if (sending || tooLong) return
    if (type === null) {
      setMissing(true)
      first.current?.focus()
      return
    }
    setSending(true)
    const { error } = await call('reports.create', { id: prayer.id, report_type: type, reason })
    setSending(false)
    if (error) setProblem(await getErrorMessage(error, locale))
    else setDone(true)
  }

  return (
    <Dialog ref={dialog} title={done ? t('thanks') : t('title')} close={t('close')} onClose={onClose}>
      {done ? (
        <div className="stack">
          <output className="secondary">{type === 'danger_to_self' ? t('done_danger') : t('done')}</output>
          {type === 'danger_to_self' && <Note kind="warning" icon="care" title={t('now')} />}
          <div className="row btn-row-mobile">
            <button type="button" className="btn btn--primary" onClick={close}>
              {t('close')}
            </button>
          </div>
        </div>
      ) : (
        <form className="stack" noValidate onSubmit={(event) => void send(event)}>
          <p className="secondary small">{t('lead')}</p>
          {problem !== null && (
            <Note kind="error" icon="error" title={t('failed')}>
              {problem}
            </Note>
          )}
          <fieldset className="stack report__types" aria-describedby={missing ? `${id}m` : undefined}>
            <legend className="vh">{t('title')}</legend>
            {reportTypes.map((one, index) => (
              <label key={one} className="radio-card">
                <input
                  ref={index === 0 ? first : undefined}
                  type="radio"
                  name={`${id}t`}
                  checked={type === one}
                  aria-describedby={one === 'danger_to_self' ? `${id}d` : undefined}
                  onChange={() => {
                    setType(one)
                    setMissing(false)
                  }}
                />
                <span className="title">{t(one)}</span>
                {one === 'danger_to_self' && (
                  <span className="desc" id={`${id}d`}>
                    {t('danger_hint')}
                  </span>
                )}
              </label>
            ))}
            {missing && <ErrorText id={`${id}m`}>{t('choose')}</ErrorText>}
          </fieldset>
          {type === 'danger_to_self' && <Note kind="warning" icon="care" title={t('now')} />}
          <div className={tooLong ? 'field field--error' : 'field'}>
            <label htmlFor={`${id}r`}>
              {t('reason')} <span className="muted optional">{t('optional')}</span>
            </label>
            <textarea
              id={`${id}r`}
              className="textarea"
              rows={2}
              dir="auto"
              value={reason}
              aria-invalid={tooLong || undefined}
              aria-describedby={tooLong ? `${id}l` : undefined}
              onChange={(event) => setReason(event.target.value)}
            />
            {tooLong && <ErrorText id={`${id}l`}>{t('too_long', { maximum: MAX_REPORT_REASON_LENGTH })}</ErrorText>}
          </div>
          <div className="row btn-row-mobile">
            <button type="submit" className="btn btn--primary" aria-disabled={sending || undefined} aria-busy={sending}>
              {t('send')}
            </button>
            <button type="button" className="btn btn--secondary" onClick={close}>
              {t('cancel')}
            </button>
          </div>
        </form>
      )}
    </Dialog>
  )
}
