import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { CareCase } from '../../../../contract/cases.ts'
import { MAX_CASE_MESSAGE_LENGTH } from '../../../../contract/cases.values.ts'
import { useNameOf } from '../../../layout/useNameOf.ts'
import { useKeptWords } from '../../../useKeptWords.ts'
import { useMoment } from '../../../useMoment.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card, CardTitle } from '../../../ui/Card.tsx'
import { Labelled } from '../../../ui/Field.tsx'
import { TextArea } from '../../../ui/TextArea.tsx'
import { useFieldHeight } from '../../../ui/useFieldHeight.ts'
import { useStaffMutation } from '../review/useStaffMutation.tsx'
import { caseQuery } from './queries.ts'
import styles from './Case.module.css'

/** Shows what the team writes for itself, and what reports of danger say. */
export function CaseNotes({ of: { id, origins, entries } }: { of: CareCase }) {
  const t = useTranslations('case')
  const desk = useTranslations('staff')
  const reported = useTranslations('reported')
  const moment = useMoment()
  const nameOf = useNameOf()
  const client = useQueryClient()
  const field = useFieldHeight()
  const { words, place, change: setWords } = useKeptWords(`case-note:${id}`, '')
  const { run, isPending, note } = useStaffMutation({ draft: place, waits: false })
  // Nobody is named who reported it. In a case that its words alone opened, such a note is that of somebody whose account is gone.
  const nobodys = origins.some((origin) => origin !== 'words') ? reported('report') : desk('gone')
  async function add(event: FormEvent) {
    event.preventDefault()
    const content = words.trim()
    if (content === '') return field.current?.focus()
    const answer = await run('cases.note', { id, content }, { done: t('noted'), idempotent: true })
    if (!answer) return
    setWords('')
    client.setQueryData(caseQuery(id).queryKey, answer)
  }
  return (
    <Card as="section" className="stack" aria-labelledby="notes">
      <div>
        <CardTitle id="notes">{t('notes')}</CardTitle>
        <p className="small muted">{t('notes_text')}</p>
      </div>
      {entries
        .filter(({ act }) => act === 'note')
        .map(({ id: key, by, content, created_at }) => (
          <p key={key} className={styles.note} dir="auto">
            <small suppressHydrationWarning>
              <bdi>{by ? nameOf(by.display_name) : nobodys}</bdi> · {moment(created_at)}
            </small>
            {content ?? <i>{t('words_gone')}</i>}
          </p>
        ))}
      {note}
      <form className={styles.add} noValidate onSubmit={(event) => void add(event)}>
        <Labelled label={t('note')}>
          <TextArea
            ref={field}
            rows={1}
            dir="auto"
            maxLength={MAX_CASE_MESSAGE_LENGTH}
            readOnly={isPending}
            value={words}
            onChange={({ target }) => setWords(target.value)}
          />
        </Labelled>
        <Button type="submit" busy={isPending}>
          {t('add_note')}
        </Button>
      </form>
    </Card>
  )
}
