import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Prayer } from '../../../../../contract/prayers.ts'
import { MAX_LINE_LENGTH, linePhrases } from '../../../../../contract/prayer-lines.values.ts'
import { FailureNote } from '../../../../layout/FailureNote.tsx'
import { codePoints } from '../../../../fieldErrors.ts'
import { useKeptWords } from '../../../../useKeptWords.ts'
import { useEndpointMutation } from '../../../../layout/useEndpointMutation.ts'
import { useNameOf } from '../../../../layout/useNameOf.ts'
import { Button, ButtonRow } from '../../../../ui/Button.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { Labelled } from '../../../../ui/Field.tsx'
import { Options, Select } from '../../../../ui/Select.tsx'
import { Switch } from '../../../../ui/Switch.tsx'
import { TextAreaField } from '../../../../ui/TextArea.tsx'
import { linesQuery } from './queries.ts'

interface Props {
  prayer: Prayer
  onClose: () => void
  /** The words are perhaps about danger to the writer. */
  onHelp: () => void
}

/** Writes one sentence to the author of a request, or chooses a phrase. The words stay on the device until they are sent. */
export default function LineDialog({ prayer: { id, author }, onClose, onHelp }: Props) {
  const t = useTranslations()
  const nameOf = useNameOf()
  const navigate = useNavigate()
  const client = useQueryClient()
  const dialog = useRef<HTMLDialogElement>(null)
  const { words, place, change: setWords } = useKeptWords(`line:${id}`, '')
  const [phrase, setPhrase] = useState<(typeof linePhrases)[number] | undefined>()
  const [isSigned, setSigned] = useState(false)
  const { run, isPending, failure } = useEndpointMutation({ draft: place })
  const content = words.trim().replaceAll(/\s+/g, ' ')
  const isTooLong = codePoints(content) > MAX_LINE_LENGTH
  const name = author && nameOf(author.display_name)

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (phrase === undefined && (content === '' || isTooLong))
      return event.currentTarget.querySelector('textarea')?.focus()
    const line = { id, is_signed: isSigned, ...(phrase === undefined ? { content } : { phrase }) }
    const left = await run('prayers.leave_line', line, { idempotent: true })
    if (!left) return
    if (phrase === undefined) setWords('')
    client.setQueryData(linesQuery(id).queryKey, { items: [left], next_cursor: null })
    if (left.offers_help) onHelp()
    dialog.current?.close()
    // Like somebody whose request is held for danger.
    if (left.alert !== null) await navigate('/help-now')
  }
  return (
    <Dialog
      ref={dialog}
      isSheet
      title={name === null ? t('line.title_nameless') : t('line.title', { name })}
      onClose={onClose}
    >
      <form className="stack" noValidate onSubmit={(event) => void send(event)}>
        <p className="secondary small">{name === null ? t('line.lead_nameless') : t('line.lead', { name })}</p>
        {failure !== null && (
          <FailureNote title={t('line.failed', { reason: failure })}>
            {phrase === undefined && t('line.kept')}
          </FailureNote>
        )}
        <TextAreaField
          label={t('line.own')}
          rows={3}
          dir="auto"
          readOnly={isPending}
          value={words}
          disabled={phrase !== undefined}
          error={isTooLong ? t('field.too_long', { maximum: MAX_LINE_LENGTH }) : undefined}
          onChange={({ target }) => setWords(target.value)}
        />
        <Labelled label={t('line.phrases')}>
          <Select
            value={phrase ?? ''}
            onChange={({ target }) => {
              if (!isPending) setPhrase(linePhrases.find((one) => one === target.value))
            }}
          >
            <option value="">—</option>
            <Options of={linePhrases.map((one) => [one, t(`phrase.${one}`)])} />
          </Select>
        </Labelled>
        <Switch
          label={t('line.sign')}
          hint={t('line.sign_hint')}
          checked={isSigned}
          onChange={(wanted) => {
            // Sent already: it would look as if it bore no name.
            if (!isPending) setSigned(wanted)
          }}
        />
        <ButtonRow>
          <Button type="submit" variant="primary" aria-disabled={isPending || undefined} aria-busy={isPending}>
            {t('line.send')}
          </Button>
        </ButtonRow>
      </form>
    </Dialog>
  )
}
