import { useRef, useState, type DragEvent, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { Button, ButtonRow } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { TextAreaField } from '../../../ui/TextArea.tsx'
import { MAX_FILE_BYTES, decodeList, readPeople, type WrittenPerson } from './readPeople.ts'

interface Props {
  text: string
  onText: (text: string) => void
  isBusy: boolean
  failure: string | null
  onList: (list: WrittenPerson[]) => void
}

/** Takes a list of people: typed, pasted, dropped or chosen as a file. */
export function PasteList({ text, onText, isBusy, failure, onList }: Props) {
  const t = useTranslations('invite')
  const chooser = useRef<HTMLInputElement>(null)
  const [wrong, setWrong] = useState<string>()

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const list = readPeople(text)
    setWrong(list.length === 0 ? t('nobody') : undefined)
    if (list.length > 0) onList(list)
    else event.currentTarget.querySelector('textarea')?.focus()
  }

  async function take(file: File | undefined): Promise<void> {
    if (!file) return
    if (file.size > MAX_FILE_BYTES) return setWrong(t('file_too_big'))
    const read = await file.arrayBuffer().then(
      (bytes) => decodeList(new Uint8Array(bytes)),
      () => undefined,
    )
    if (read === undefined) return setWrong(t('file_no_text'))
    setWrong(undefined)
    // The people who were pasted before stay: a file may hold the rest.
    onText(text.trim() === '' ? read : `${text.trimEnd()}\n${read}`)
  }

  function drop(event: DragEvent): void {
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    void take(event.dataTransfer.files[0])
  }

  return (
    <Card as="section">
      <form className="stack" noValidate onSubmit={submit}>
        <TextAreaField
          label={t('list')}
          hint={t('list_hint')}
          rows={10}
          dir="auto"
          spellCheck={false}
          autoComplete="off"
          value={text}
          error={wrong}
          onDragOver={(event) => {
            if (event.dataTransfer.types.includes('Files')) event.preventDefault()
          }}
          onDrop={drop}
          onChange={({ target }) => onText(target.value)}
        />
        <FailureNote title={t('not_looked')}>{failure}</FailureNote>
        <ButtonRow>
          <Button type="submit" variant="primary" busy={isBusy}>
            {t('look')}
          </Button>
          <Button onClick={() => chooser.current?.click()}>
            <Icon name="file" />
            {t('choose_file')}
          </Button>
        </ButtonRow>
        <input
          ref={chooser}
          type="file"
          hidden
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          aria-label={t('choose_file')}
          onChange={({ target }) => {
            void take(target.files?.[0])
            // The same file can be chosen again after it was mended.
            target.value = ''
          }}
        />
      </form>
    </Card>
  )
}
