import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { CareCase } from '../../../../contract/cases.ts'
import { isMissing } from '../../../api.ts'
import { takeLostFocus } from '../../../ui/takeLostFocus.ts'
import { OfflineNote } from '../../../layout/OfflineNote.tsx'
import { QueryStatus } from '../../../layout/QueryStatus.tsx'
import { useGone } from '../../../layout/useGone.ts'
import { useNameOf } from '../../../layout/useNameOf.ts'
import { useKeptWords } from '../../../useKeptWords.ts'
import { useMedia } from '../../../layout/useMedia.ts'
import { Title } from '../../../site.tsx'
import { useTime } from '../../../time.tsx'
import { useMoment } from '../../../useMoment.ts'
import { Button, ButtonRow } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Note } from '../../../ui/Note.tsx'
import { BackLink } from '../../../ui/PageHead.tsx'
import { useFieldHeight } from '../../../ui/useFieldHeight.ts'
import { useAuth } from '../../identity/sessions/auth.tsx'
import { withStaffMessages } from '../moderations/StaffMessages.tsx'
import { LeftWords } from '../review/LeftWords.tsx'
import { useStaffMutation } from '../review/useStaffMutation.tsx'
import { CaseHelp } from './CaseHelp.tsx'
import { CaseHistory, SeenByModerators } from './CaseHistory.tsx'
import { CaseNotes } from './CaseNotes.tsx'
import { CaseRequest } from './CaseRequest.tsx'
import { CaseTalk } from './CaseTalk.tsx'
import { CloseCase } from './CloseCase.tsx'
import { HandOver } from './HandOver.tsx'
import { caseQuery, watched } from './queries.ts'
import aloneStyles from '../../../layout/Alone.module.css'
import styles from './Case.module.css'

/** False once the account of the author is gone: nobody would read it. Whose a request is that the reader may not read is not known here. */
const hasAuthor = ({ content, author, pseudonym }: CareCase): boolean =>
  content === null || author !== null || pseudonym !== null

const HEADING = 'case'

/** The button that was pressed goes as the case changes hands or ends: the heading takes the focus. */
function useCaughtFocus({ taken_by, offered_to, closed_at, is_due }: CareCase, isAsking: boolean): void {
  const state = [taken_by?.id, offered_to?.id, closed_at, is_due, isAsking].join(' ')
  const shown = useRef(state)
  useEffect(() => {
    if (shown.current === state) return
    shown.current = state
    takeLostFocus(document.getElementById(HEADING))
  }, [state])
}

function Head({ of: one }: { of: CareCase }) {
  const t = useTranslations('case')
  const moment = useMoment()
  const nameOf = useNameOf()
  const { user } = useAuth()
  const [dialog, setDialog] = useState<'hand_over' | 'close'>()
  const { id, is_held, is_shared, content, taken_by, taken_at, offered_to, closed_at, team } = one
  // Neither is true of a request that is hidden, removed or its author's alone.
  const isTeams = is_held && content !== null
  const isMine = taken_by?.id === user?.id
  const others = team.filter((person) => person.id !== user?.id)
  useCaughtFocus(one, dialog !== undefined)
  return (
    <div className={styles.head}>
      <div>
        <h1 id={HEADING} tabIndex={-1}>
          {t('heading')}
        </h1>
        <p className={styles.facts}>
          {(isTeams || is_shared) && (
            <span className="iconline">
              <Icon name={isTeams ? 'lock' : 'eye'} />
              {t(isTeams ? 'held' : 'shared')}
            </span>
          )}
          {closed_at === null && (
            <span className="iconline" suppressHydrationWarning>
              <Icon name="user" />
              {taken_by === null
                ? t('nobody')
                : t('has_since', {
                    who: isMine ? 'you' : 'other',
                    name: nameOf(taken_by.display_name),
                    time: moment(taken_at ?? one.opened_at),
                  })}
            </span>
          )}
        </p>
      </div>
      {closed_at === null && (
        <div className="row row--tight">
          {isMine && !offered_to && others.length > 0 && (
            <Button onClick={() => setDialog('hand_over')}>
              <Icon name="hand" className="flip" />
              {t('hand_over')}
            </Button>
          )}
          <Button onClick={() => setDialog('close')}>
            <Icon name="okcircle" />
            {t('close')}
          </Button>
        </div>
      )}
      {dialog === 'hand_over' && <HandOver id={id} team={others} onClose={() => setDialog(undefined)} />}
      {dialog === 'close' && <CloseCase of={one} canWrite={hasAuthor(one)} onClose={() => setDialog(undefined)} />}
    </div>
  )
}

/** Shows what stands between one who has it and the next: a question that waits, or how it ended. */
function Turn({ of: one }: { of: CareCase }) {
  const t = useTranslations('case')
  const ago = useTime()
  const nameOf = useNameOf()
  const { user } = useAuth()
  const { run, isPending, note } = useStaffMutation()
  const { id, taken_by, offered_to, closed_at, outcome, words_until, look_again_on, is_due } = one
  return (
    <>
      {note}
      {closed_at === null && offered_to && taken_by && (
        <>
          <Note
            icon="hand"
            title={
              offered_to.id === user?.id
                ? t('offered_to_you', { name: nameOf(taken_by.display_name) })
                : t('waits_for', { name: nameOf(offered_to.display_name) })
            }
          />
          <ButtonRow>
            {offered_to.id === user?.id && (
              <Button
                variant="primary"
                busy={isPending}
                onClick={() => void run('cases.take', { id }, { done: t('taken') })}
              >
                {t('take_over')}
              </Button>
            )}
            {taken_by.id === user?.id && (
              <Button
                busy={isPending}
                onClick={() => void run('cases.hand_over', { id, to: null }, { done: t('taken_back') })}
              >
                {t('take_back')}
              </Button>
            )}
          </ButtonRow>
        </>
      )}
      {closed_at !== null && outcome && (
        <>
          <Note icon="okcircle" title={`${t(`ended_${outcome}`)} · ${ago(closed_at)}`}>
            {look_again_on !== null && `${t('look_again', { day: ago(look_again_on, true) })} `}
            {words_until !== null && t('words_until', { day: ago(words_until, true) })}
          </Note>
          <ButtonRow>
            {is_due && (
              <Button
                variant="primary"
                busy={isPending}
                onClick={() => void run('cases.looked', { id }, { done: t('looked_done') })}
              >
                {t('looked')}
              </Button>
            )}
            <Button busy={isPending} onClick={() => void run('cases.reopen', { id }, { done: t('reopened') })}>
              {t('reopen')}
            </Button>
          </ButtonRow>
        </>
      )}
    </>
  )
}

function Parts({ of: one }: { of: CareCase }) {
  const talk = useTranslations('talk')
  const { user } = useAuth()
  const isWide = useMedia('(min-width: 1024px)')
  const field = useFieldHeight()
  const { words, place, change } = useKeptWords(`case:${one.id}`, '')
  const writing = useStaffMutation({ draft: place, waits: false })
  const [hasBegun, setBegun] = useState(false)
  const setWords = (next: string) => {
    setBegun(true)
    change(next)
  }
  const canWrite = hasAuthor(one)
  const isOver = !canWrite || one.closed_at !== null
  const isEndedByReader = one.entries.findLast(({ act }) => act === 'closed')?.by?.id === user?.id
  // Words that somebody writes stay in sight when nobody has the case any more: whoever sends them takes it on.
  const isWritten = !isOver && (one.taken_by !== null || hasBegun || words !== '')
  const add = (line: string) => {
    // Sent already: it would look as if it had been sent as well.
    if (writing.isPending) return
    setWords([words.trimEnd(), line].filter(Boolean).join(' '))
    field.current?.focus()
  }
  const help = <CaseHelp language={one.language} onAdd={isWritten ? add : null} />
  return (
    <div className={styles.case}>
      <div className="stack">
        <CaseRequest of={one} />
        {!isWide && help}
        {isOver && words.trim() !== '' && (
          <LeftWords words={words} title={isEndedByReader ? talk('not_sent') : undefined} onClose={() => change('')} />
        )}
        <CaseTalk
          of={one}
          canWrite={canWrite}
          isWritten={isWritten}
          writing={writing}
          words={words}
          setWords={setWords}
          add={add}
          field={field}
        />
        <CaseNotes of={one} />
      </div>
      <aside className="stack">
        {isWide && help}
        <CaseHistory of={one} />
        <SeenByModerators of={one} />
      </aside>
    </div>
  )
}

function Page({ id }: { id: string }) {
  const t = useTranslations()
  const query = useQuery({ ...caseQuery(id), ...watched })
  const { error, fetchStatus } = query
  // Deleted meanwhile, or no longer this reader's to see.
  const data = useGone(isMissing(error), query.data !== undefined) ? undefined : query.data
  return (
    <div className={`stack ${aloneStyles.task}`}>
      <Title>{t('case.heading')}</Title>
      <BackLink to="/admin/care">{t('places.care')}</BackLink>
      {!data && (
        <>
          <h1>{t('case.heading')}</h1>
          <QueryStatus query={query} />
        </>
      )}
      {data && fetchStatus === 'paused' && <OfflineNote />}
      {data && (
        <>
          <Head of={data} />
          <Turn of={data} />
          <Parts of={data} />
        </>
      )}
    </div>
  )
}

/** One person who may be in danger: what they wrote, the talk with them, and who has it. */
export default withStaffMessages(function Case({ id }: { id: string }) {
  return <Page key={id} id={id} />
})
