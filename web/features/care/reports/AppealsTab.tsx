import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Appeal } from '../../../../contract/appeals.ts'
import type { Output } from '../../../../contract/schemas.ts'
import { useNameOf } from '../../../layout/useNameOf.ts'
import { MAX_APPEAL_ANSWER_LENGTH, notifiedDecisions } from '../../../../contract/decisions.values.ts'
import { QueryStatus } from '../../../layout/QueryStatus.tsx'
import { useKeptWords } from '../../../useKeptWords.ts'
import { Time } from '../../../time.tsx'
import { AuthorName } from '../review/AuthorName.tsx'
import { useLeftWords, useWordsOfCard } from '../review/LeftWords.tsx'
import { WaitingUpdates } from '../review/WaitingUpdates.tsx'
import { useStaffMutation } from '../review/useStaffMutation.tsx'
import { appealsQuery } from './queries.ts'
import { keepFocus } from '../../../ui/keepFocus.ts'
import { TextAreaField } from '../../../ui/TextArea.tsx'
import { Button, ButtonRow } from '../../../ui/Button.tsx'
import { Card, CardTitle } from '../../../ui/Card.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import fieldStyles from '../../../ui/Field.module.css'

interface Props {
  appeal: Appeal
  onLeft: (words: string) => void
}

function AnswerForm({ appeal, onLeft }: Props) {
  const t = useTranslations('appealed')
  const field = useRef<HTMLTextAreaElement>(null)
  const { words: answer, place, change: setAnswer } = useKeptWords(`appeal-answer:${appeal.id}`, '')
  const { run, isPending: busy, note } = useStaffMutation({ draft: place })
  const [missing, setMissing] = useState(false)
  useWordsOfCard(answer, onLeft)
  async function decide(outcome: 'upheld' | 'overturned') {
    if (answer.trim() === '') {
      setMissing(true)
      field.current?.focus()
      return
    }
    const done = ({ is_shown }: Output<'appeals.decide'>) => {
      setAnswer('')
      return t(outcome === 'overturned' && !is_shown ? 'done_overturned_unseen' : `done_${outcome}`)
    }
    await run('appeals.decide', { id: appeal.id, outcome, answer, version: appeal.version }, { done, idempotent: true })
  }
  return (
    <form className="stack" noValidate onSubmit={(event) => event.preventDefault()}>
      {note}
      <TextAreaField
        ref={field}
        label={t('answer')}
        rows={2}
        dir="auto"
        maxLength={MAX_APPEAL_ANSWER_LENGTH}
        readOnly={busy}
        value={answer}
        onChange={({ target }) => {
          setAnswer(target.value)
          setMissing(false)
        }}
        error={missing ? t('answer_needed') : undefined}
      />
      <ButtonRow>
        <Button variant="primary" aria-disabled={busy || undefined} onClick={() => void decide('overturned')}>
          {t('overturn')}
        </Button>
        <Button aria-disabled={busy || undefined} onClick={() => void decide('upheld')}>
          {t('uphold')}
        </Button>
      </ButtonRow>
    </form>
  )
}

function AppealCard({ appeal, onLeft }: Props) {
  const t = useTranslations('appealed')
  const decisionText = useTranslations('decided')
  const desk = useTranslations('staff')
  const report = useTranslations('reported')
  const nameOf = useNameOf()
  const { id, reported, decided_by, reason } = appeal
  const kind = notifiedDecisions.find((one) => one === appeal.decision) ?? 'warned'
  return (
    <Card as="article" ref={keepFocus} className="stack" aria-labelledby={`${id}k`}>
      <p className="row row--tight small secondary">
        <Badge tone="info" id={`${id}k`}>
          {decisionText(kind)}
        </Badge>
        {appeal.is_overdue && <Badge tone="warning">{desk('overdue')}</Badge>}
        {reported && <AuthorName author={reported.author} pseudonym={reported.pseudonym} />}
        <Time iso={appeal.appealed_at} />
      </p>
      {reported === null ? (
        <p className="secondary">{report('closed')}</p>
      ) : (
        <blockquote className="serif as-written" dir="auto">
          {reported.title !== null && <b className="strong">{reported.title} </b>}
          {reported.content}
        </blockquote>
      )}
      <WaitingUpdates updates={appeal.waiting_updates} />
      <div>
        <CardTitle>{t('says')}</CardTitle>
        <p className="as-written" dir="auto">
          {appeal.appeal}
        </p>
      </div>
      <p className="small secondary">
        {t('decided_by', { name: decided_by ? nameOf(decided_by.display_name) : desk('gone') })}
        {reason !== null && (
          <>
            {' · '}
            <bdi>{reason}</bdi>
          </>
        )}
      </p>
      {appeal.may_answer ? (
        <AnswerForm appeal={appeal} onLeft={onLeft} />
      ) : (
        <p className={fieldStyles.hint}>{t('not_you')}</p>
      )}
    </Card>
  )
}

/** Lists the authors' appeals that are not answered yet. */
export function AppealsTab() {
  const t = useTranslations('appealed')
  const query = useQuery({ ...appealsQuery, refetchOnWindowFocus: 'always' })
  const { data } = query
  const { onLeft, leftWords } = useLeftWords()
  if (!data) return <QueryStatus query={query} />
  return (
    <div className="stack">
      {leftWords}
      <p className="secondary">{t(data.length === 0 ? 'empty' : 'lead')}</p>
      {data.map((appeal) => (
        <AppealCard key={appeal.id} appeal={appeal} onLeft={onLeft} />
      ))}
    </div>
  )
}
