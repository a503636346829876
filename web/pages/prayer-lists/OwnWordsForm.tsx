import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import type { Prayer } from '../../../contract/prayers.ts'
import { MAX_CONTENT_LENGTH, MIN_CONTENT_LENGTH } from '../../../contract/prayers.values.ts'
import { call, type Failure } from '../../api.ts'
import { useKeptWords } from '../../useKeptWords.ts'
import { useEndpointMutation } from '../../layout/useEndpointMutation.ts'
import { getErrorMessage } from '../../layout/errorMessages.ts'
import { Button, ButtonRow } from '../../ui/Button.tsx'
import { CancelButton } from '../../ui/Dialog.tsx'
import { FailureNote } from '../../layout/FailureNote.tsx'
import { TextAreaField } from '../../ui/TextArea.tsx'
import { announce, toast } from '../../ui/Toast.tsx'
import styles from './OpenList.module.css'

/** Writes a line of one's own into a list: a request that only its author can read. Keeps what is written on this device. */
export function OwnWordsForm({ list, onDone }: { list: { id: string; name: string }; onDone: () => void }) {
  const t = useTranslations('lists')
  const ofField = useTranslations('field')
  const locale = useLocale()
  const navigate = useNavigate()
  const field = useRef<HTMLTextAreaElement>(null)
  const { words, place, change: setWords } = useKeptWords(`list-words:${list.id}`, '')
  const [isMissing, setMissing] = useState(false)
  const { perform, attemptFor, isPending, failure } = useEndpointMutation({
    draft: place,
    invalidates: ['prayer_lists', 'prayer_pages'],
    waits: true,
  })
  useEffect(() => field.current?.focus(), [])
  const change = (text: string) => {
    setWords(text)
    setMissing(false)
  }

  async function save(event: FormEvent) {
    event.preventDefault()
    const content = words.trim()
    if (Array.from(content).length < MIN_CONTENT_LENGTH) {
      setMissing(true)
      return field.current?.focus()
    }
    // Sent again after a failure, the same words are written once.
    const { key: idempotency_key } = attemptFor(content)
    let gone: Failure | null = null
    const written = await perform<Prayer>(async () => {
      const made = await call('prayers.create', { content, visibility: 'private' }, { idempotency_key })
      if (made.error) return made
      const added = await call('prayer_lists.add', { id: list.id, prayer_request_id: made.data.id })
      // Deleted in another tab while this was written: the words are a request by now, and its page shows them.
      if (added.error?.code === 'prayer_lists.not_found') gone = added.error
      else if (added.error) return added
      return made
    })
    if (!written) return
    if (gone) toast(await getErrorMessage(gone, locale))
    else announce(t('added', { list: list.name }))
    setWords('')
    onDone()
    // Its page says who can help.
    if (gone || written.alert !== null) await navigate(`/prayers/${written.id}`, { state: { just_shared: true } })
  }

  return (
    <form className={`stack ${styles.form}`} noValidate onSubmit={(event) => void save(event)}>
      <FailureNote title={t('failed')}>{failure}</FailureNote>
      <TextAreaField
        label={t('words')}
        hint={t('words_hint')}
        ref={field}
        className="serif"
        rows={2}
        readOnly={isPending}
        value={words}
        maxLength={MAX_CONTENT_LENGTH}
        dir="auto"
        onChange={(event) => change(event.target.value)}
        error={isMissing ? ofField('words') : undefined}
      />
      <ButtonRow>
        <Button type="submit" variant="primary" aria-disabled={isPending || undefined}>
          {t('save')}
        </Button>
        <CancelButton onClick={onDone} />
      </ButtonRow>
    </form>
  )
}
