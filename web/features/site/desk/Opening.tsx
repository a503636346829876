import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type ComponentType } from 'react'
import { Link, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { isNameless, languageNames } from '../../../../contract/languages.ts'
import { openingQuestions } from '../../../../contract/settings.values.ts'
import { deskTodayQuery } from '../../../layout/AdminShell.tsx'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { withMessages } from '../../../layout/FormMessages.tsx'
import { QueryStatus } from '../../../layout/QueryStatus.tsx'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { Title, updateSite, useSite } from '../../../site.tsx'
import { Button, ButtonLink, ButtonRow } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { keepFocus } from '../../../ui/keepFocus.ts'
import { PageHead } from '../../../ui/PageHead.tsx'
import { useAuth } from '../../identity/sessions/auth.tsx'
import { mailServerQuery } from '../settings/MailRoom.tsx'
import { useSettingValues } from '../settings/SettingsForm.tsx'
import type { Draft } from '../settings/draft.ts'
import { HomePreview } from '../themes/OursPreview.tsx'
import { useThemeWords, useThemes } from '../themes/useThemes.ts'
import {
  AddressQuestion,
  JoinQuestion,
  LookQuestion,
  MailQuestion,
  NameQuestion,
  type QuestionProps,
} from './Questions.tsx'
import rowStyles from '../../../ui/MarkRow.module.css'
import styles from './Opening.module.css'

type Question = (typeof openingQuestions)[number]

const parts: Record<Question, ComponentType<QuestionProps>> = {
  name: NameQuestion,
  address: AddressQuestion,
  join: JoinQuestion,
  mail: MailQuestion,
  look: LookQuestion,
}

const pathOf = (question: Question | undefined): string =>
  question === undefined ? '/admin' : `/admin/opening/${question}`

/** Returns what was answered to each question, in words. */
function useAnswers(): Record<Question, string | undefined> {
  const t = useTranslations()
  const { site_name: name, site_sentence: sentence, public_origin } = useSite()
  const { sign_up_mode, default_language } = useSettingValues()
  const mail = useQuery(mailServerQuery).data
  const { themes } = useThemes()
  const { nameOf } = useThemeWords()
  const theme = themes?.find(({ is_default }) => is_default)
  const language = languageNames[default_language as keyof typeof languageNames]
  return {
    name: sentence === '' ? name : t('rooms.community_now', { name, sentence }),
    address: public_origin.replace(/^https:\/\//, ''),
    join:
      sign_up_mode === undefined
        ? undefined
        : t(`site_settings.sign_up_mode_${sign_up_mode as 'open' | 'invite' | 'approval'}`),
    mail:
      mail && (mail.server?.from ?? t(`site_settings.mail_${mail.source === 'environment' ? 'environment' : 'none'}`)),
    look: theme && `${nameOf(theme)}, ${language}`,
  }
}

/** Shows in the header what is typed, until it is saved or left. */
function useTypedName(draft: Draft): { name: string; sentence: string } {
  const { site_name, site_sentence } = useSite()
  const kept = useSettingValues()
  const [first] = useState(site_name)
  const saved = String(kept['site_name'] || first)
  const name = String(draft['site_name'] || saved)
  useEffect(() => {
    updateSite({ site_name: name })
    return () => updateSite({ site_name: saved })
  }, [name, saved])
  return { name, sentence: String(draft['site_sentence'] ?? site_sentence) }
}

/** A question in its row: to come, open, or answered. */
function Row({
  question,
  number,
  answer,
  children,
}: {
  question: Question
  number: number
  /** Says what was answered; undefined while it is to come. */
  answer: string | undefined
  /** The form, where the question is open. */
  children: React.ReactNode
}) {
  const t = useTranslations('opening')
  const isOpen = children !== null
  const heading = useRef<HTMLHeadingElement>(null)
  // Before it is painted: a page that moves once it is seen moves under a finger.
  useLayoutEffect(() => {
    if (isOpen) heading.current?.focus({ preventScroll: number === 1 })
  }, [isOpen, number])
  const mark = isOpen ? styles.now : answer === undefined ? styles.later : styles.done
  return (
    <li className={rowStyles.row}>
      <span className={`${styles.mark} ${mark}`} aria-hidden="true">
        {answer !== undefined && !isOpen ? <Icon name="check" /> : number}
      </span>
      <div className={`${rowStyles.words} ${styles.words}`}>
        {isOpen ? (
          <h2 ref={heading} tabIndex={-1} className="serif">
            {t(`${question}_question`)}
          </h2>
        ) : answer === undefined ? (
          <h2>
            <Link to={pathOf(question)}>{t(`${question}_question`)}</Link>
          </h2>
        ) : (
          <>
            <h2>{t(`${question}_question`)}</h2>
            <p>
              <bdi>{answer}</bdi>
            </p>
          </>
        )}
      </div>
      {answer !== undefined && !isOpen && (
        <Link
          className={styles.change}
          to={pathOf(question)}
          aria-label={t('change_of', { question: t(`${question}_question`) })}
        >
          {t('change')}
        </Link>
      )}
      {isOpen && <div className={styles.inside}>{children}</div>}
    </li>
  )
}

/** The home page as it grows. */
function Growing({ draft }: { draft: Draft }) {
  const t = useTranslations('opening')
  const { logo } = useSite()
  const { themes } = useThemes()
  const { name, sentence } = useTypedName(draft)
  return (
    <figure className={styles.growing}>
      <figcaption className="small strong secondary">{t('so_far')}</figcaption>
      <HomePreview
        theme_id={themes?.find(({ is_default }) => is_default)?.id}
        ours={{ name, sentence, logo: logo ?? '' }}
      />
    </figure>
  )
}

function Questions({ id }: { id?: string }) {
  const t = useTranslations('opening')
  const navigate = useNavigate()
  const { user } = useAuth()
  const query = useQuery(deskTodayQuery)
  const answers = useAnswers()
  const [draft, setDraft] = useState<Draft>({})
  const { run, failure } = useEndpointMutation({ invalidates: ['desk'] })
  const opening = query.data?.opening
  const open = opening?.questions ?? []
  const now = openingQuestions.find((question) => question === id) ?? (id === undefined ? open[0] : undefined)

  const leave = useCallback(
    (question: Question, still: readonly Question[]) => {
      setDraft({})
      const later = openingQuestions.slice(openingQuestions.indexOf(question) + 1)
      const next = later.find((one) => still.includes(one))
      // The heading of the next question brings itself into view: the page must not move once more, under a finger.
      void navigate(pathOf(next), { preventScrollReset: next !== undefined })
    },
    [navigate],
  )

  async function close(question: Question): Promise<void> {
    const kept = await run('desk.mark_step', { step: question, is_done: true })
    if (kept) leave(question, kept.opening?.questions ?? [])
  }

  const title =
    user === null || isNameless(user.display_name) ? t('title_plain') : t('title', { name: user.display_name })
  const head = (
    <>
      <Title>{title}</Title>
      <PageHead title={title} lead={t('lead', { count: open.length })} />
    </>
  )
  if (!query.data) {
    return (
      <>
        {head}
        <QueryStatus query={query} />
      </>
    )
  }
  return (
    <div className={styles.layout}>
      <div className="stack">
        {head}
        <FailureNote title={failure} />
        <Card as="ol" className={styles.list}>
          {openingQuestions.map((question, index) => {
            const Part = parts[question]
            return (
              <Row
                key={question}
                question={question}
                number={index + 1}
                answer={open.includes(question) ? undefined : (answers[question] ?? '')}
              >
                {question === now ? (
                  <Part onDone={() => void close(question)} onLater={() => leave(question, open)} onDraft={setDraft} />
                ) : null}
              </Row>
            )
          })}
        </Card>
        <ButtonRow>
          {now === undefined && (
            <ButtonLink variant="primary" to="/admin">
              {t('to_today')}
            </ButtonLink>
          )}
          {opening === null && (
            <Button ref={keepFocus} onClick={() => void run('desk.mark_step', { step: 'list', is_done: false })}>
              {t('show_list')}
            </Button>
          )}
        </ButtonRow>
      </div>
      <Growing draft={draft} />
    </div>
  )
}

/** Five questions that make a new site its community's own. Each is kept at once, can wait, and can be changed. */
export default withMessages(Questions, 'admin_today', 'admin_look')
