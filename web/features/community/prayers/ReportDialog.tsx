import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { Prayer } from '../../../../contract/prayers.ts'
import type { ReportType } from '../../../../contract/reports.ts'
import { MAX_REPORT_REASON_LENGTH, reportTypes } from '../../../../contract/reports.values.ts'
import { codePoints } from '../../../fieldErrors.ts'
import { useKeptWords } from '../../../useKeptWords.ts'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorText, OptionalLabel } from '../../../ui/Field.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Button, ButtonRow } from '../../../ui/Button.tsx'
import { TextAreaField } from '../../../ui/TextArea.tsx'
import { RadioCard } from '../../../ui/RadioCard.tsx'
import { takeLostFocus } from '../../../ui/takeLostFocus.ts'
import styles from './ReportDialog.module.css'

const answers = { reported: 'done', reached: 'done_danger', unreached: 'done_danger_unreached' } as const

/** People report these most; the rest waits behind "Something else", so that danger is read first and all of it fits a phone. */
const usual: readonly ReportType[] = ['danger_to_self', 'private_information', 'harassment', 'hate', 'spam_or_money']
const rare = reportTypes.filter((type) => !usual.includes(type))

/** Reports a request to the moderators. The author does not learn who reported it. */
export default function ReportDialog({ prayer, onClose }: { prayer: Pick<Prayer, 'id'>; onClose: () => void }) {
  const t = useTranslations('report')
  const field = useTranslations('field')
  const dialog = useRef<HTMLDialogElement>(null)
  const close = () => dialog.current?.close()
  const id = useId()
  const [type, setType] = useState<ReportType | null>(null)
  const { words: reason, place, change: setReason } = useKeptWords(`report:${prayer.id}`, '')
  const { run, isPending: sending, failure: problem } = useEndpointMutation({ draft: place })
  const [missing, setMissing] = useState(false)
  const [done, setDone] = useState<'reported' | 'reached' | 'unreached' | null>(null)
  const first = useRef<HTMLInputElement>(null)
  const [hasRare, setHasRare] = useState(false)
  const firstRare = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (hasRare) firstRare.current?.focus()
  }, [hasRare])
  const tooLong = codePoints(reason.trim()) > MAX_REPORT_REASON_LENGTH

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (tooLong) return event.currentTarget.querySelector('textarea')?.focus()
    if (type === null) {
      setMissing(true)
      first.current?.focus()
      return
    }
    const made = await run('reports.create', { id: prayer.id, report_type: type, reason }, { idempotent: true })
    if (!made) return
    setReason('')
    // Says that the team hears of it only where it does.
    setDone(made.reaches_care === undefined ? 'reported' : made.reaches_care ? 'reached' : 'unreached')
  }

  return (
    <Dialog ref={dialog} title={done !== null ? t('thanks') : t('title')} onClose={onClose}>
      {done !== null ? (
        <div className="stack" ref={takeLostFocus} tabIndex={-1}>
          <output className="secondary">{t(answers[done])}</output>
          {type === 'danger_to_self' && <Note kind="warning" icon="care" title={t('now')} />}
          <ButtonRow>
            <Button variant="primary" onClick={close}>
              {field('close')}
            </Button>
          </ButtonRow>
        </div>
      ) : (
        <form className="stack" noValidate onSubmit={(event) => void send(event)}>
          <p className="secondary small">{t('lead')}</p>
          <FailureNote title={t('failed')}>{problem}</FailureNote>
          <fieldset className="stack stack--tight" aria-describedby={missing ? `${id}m` : undefined}>
            <legend className="vh">{t('title')}</legend>
            {[...usual, ...(hasRare ? rare : [])].map((one) => (
              <RadioCard
                key={one}
                ref={one === usual[0] ? first : one === rare[0] ? firstRare : undefined}
                name={`${id}t`}
                checked={type === one}
                onChange={() => {
                  // Sent already: who chose danger now would believe that the care team hears of it.
                  if (sending) return
                  setType(one)
                  setMissing(false)
                }}
                title={t(one)}
                description={one === 'danger_to_self' ? t('danger_hint') : undefined}
              />
            ))}
            {!hasRare && (
              <Button className={styles.more} aria-expanded={false} onClick={() => setHasRare(true)}>
                {t('other')}
                <Icon name="right" className="icon--sm" />
              </Button>
            )}
            {missing && <ErrorText id={`${id}m`}>{t('choose')}</ErrorText>}
          </fieldset>
          {type === 'danger_to_self' && <Note kind="warning" icon="care" title={t('now')} />}
          <TextAreaField
            label={<OptionalLabel label={t('reason')} />}
            rows={2}
            dir="auto"
            readOnly={sending}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            error={tooLong ? t('too_long', { maximum: MAX_REPORT_REASON_LENGTH }) : undefined}
          />
          <ButtonRow>
            <Button type="submit" variant="primary" aria-disabled={sending || undefined} aria-busy={sending}>
              {t('send')}
            </Button>
            <Button onClick={close}>{t('cancel')}</Button>
          </ButtonRow>
        </form>
      )}
    </Dialog>
  )
}
