import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { CareCase, CaseEntry } from '../../../../contract/cases.ts'
import { isNameless } from '../../../../contract/languages.ts'
import { useNameOf } from '../../../layout/useNameOf.ts'
import { useMoment } from '../../../useMoment.ts'
import { Button, ButtonRow } from '../../../ui/Button.tsx'
import { Card, CardTitle } from '../../../ui/Card.tsx'
import { Chip } from '../../../ui/Chip.tsx'
import { Note } from '../../../ui/Note.tsx'
import { useAuth } from '../../identity/sessions/auth.tsx'
import { useStaffMutation } from '../review/useStaffMutation.tsx'
import { caseQuery } from './queries.ts'
import { Say, Talk, WriteField } from './Talk.tsx'
import chipStyles from '../../../ui/Chip.module.css'
import styles from './Case.module.css'

const beginnings = ['ask_safe', 'ask_somebody', 'ask_number'] as const

/** As the author sees the name of whoever writes: its first word, unless they have given none. */
const firstWord = (name: string): string => (isNameless(name) ? name : (name.split(' ')[0] ?? name))

interface Props {
  of: CareCase
  canWrite: boolean
  /** Shows the field. */
  isWritten: boolean
  /** Sends the words. */
  writing: ReturnType<typeof useStaffMutation>
  words: string
  setWords: (words: string) => void
  /** Adds a sentence to the words. */
  add: (line: string) => void
  field: RefObject<HTMLTextAreaElement | null>
}

/** Returns a sentence on who said it, when, and whether the author has read it. */
function useBelow(): (entry: CaseEntry) => string {
  const t = useTranslations('case')
  const desk = useTranslations('staff')
  const nameOf = useNameOf()
  const moment = useMoment()
  const { user } = useAuth()
  return ({ act, by, created_at, read_at }) => {
    const time = moment(created_at)
    if (act === 'reply') return t('by_author', { time })
    const name = by === null ? desk('gone') : nameOf(by.display_name)
    const values = { who: by?.id === user?.id ? 'you' : 'other', name, time }
    return t(read_at === null ? 'by_team' : 'by_team_read', values)
  }
}

/** The talk with the author. Nobody has the case: the one button is to take it on; then a field to write. */
export function CaseTalk({ of: one, canWrite, isWritten, writing, words, setWords, add, field }: Props) {
  const t = useTranslations('case')
  const talk = useTranslations('talk')
  const reported = useTranslations('reported')
  const below = useBelow()
  const moment = useMoment()
  const nameOf = useNameOf()
  const { user } = useAuth()
  const client = useQueryClient()
  const taking = useStaffMutation()
  const { id, author, entries, taken_by, closed_at, is_author_suspended, is_author_leaving } = one
  const said = entries.filter(({ act }) => act === 'message' || act === 'reply')
  // A writer of such words is shown their page at once.
  const shown = one.is_held ? entries.find(({ act }) => act === 'opened') : undefined
  const isFree = taken_by === null

  async function send(content: string) {
    const done = await writing.run('cases.write', { id, content }, { done: talk('sent'), idempotent: true })
    if (!done) return
    setWords('')
    client.setQueryData(caseQuery(id).queryKey, done)
  }
  // The field comes with what the page reads next.
  const isTaking = useRef(false)
  useEffect(() => {
    if (isFree || !isTaking.current) return
    isTaking.current = false
    field.current?.focus()
  }, [isFree, field])
  async function take() {
    isTaking.current = true
    if (!(await taking.run('cases.take', { id }, { done: t('taken') }))) isTaking.current = false
  }
  return (
    <Card as="section" className="stack" aria-labelledby="talk">
      <div>
        <CardTitle id="talk">{t('talk')}</CardTitle>
        <p className="small muted">
          {t(author ? 'talk_text' : 'talk_text_nameless', { name: firstWord(nameOf(user?.display_name ?? '')) })}
        </p>
      </div>
      {shown !== undefined && (
        <p className={styles.aside} suppressHydrationWarning>
          {t('shown_help', { time: moment(shown.created_at) })}
        </p>
      )}
      {said.length > 0 && (
        <Talk label={t('talk')}>
          {said.map((entry) => (
            <Say
              key={entry.id}
              isOwn={entry.act === 'message'}
              words={entry.content ?? <i className="muted">{t('words_gone')}</i>}
              below={below(entry)}
            />
          ))}
        </Talk>
      )}
      {taking.note}
      {!canWrite && <p className="secondary">{t('no_author')}</p>}
      {is_author_suspended && <Note kind="warning" icon="alert" title={reported('done_banned')} />}
      {is_author_leaving && <Note kind="warning" icon="alert" title={t('author_leaving')} />}
      {closed_at === null && isFree && (
        <ButtonRow>
          <Button variant="primary" busy={taking.isPending} onClick={() => void take()}>
            {t('take')}
          </Button>
        </ButtonRow>
      )}
      {isWritten && (
        <>
          <WriteField
            label={t('write')}
            hint={t('write_hint')}
            words={words}
            onChange={setWords}
            onSend={(content) => void send(content)}
            isSending={writing.isPending}
            failure={writing.failure}
            field={field}
          />
          <fieldset className={chipStyles.chips} aria-label={t('beginnings')}>
            {beginnings.map((beginning) => (
              <Chip key={beginning} onClick={() => add(t(beginning))}>
                {t(beginning)}
              </Chip>
            ))}
          </fieldset>
        </>
      )}
    </Card>
  )
}
