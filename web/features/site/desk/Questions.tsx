import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { QueryStatus } from '../../../layout/QueryStatus.tsx'
import { useChoice } from '../../../layout/useChoice.ts'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { useSite } from '../../../site.tsx'
import { Button, ButtonRow } from '../../../ui/Button.tsx'
import { Note } from '../../../ui/Note.tsx'
import { RadioCard } from '../../../ui/RadioCard.tsx'
import fieldStyles from '../../../ui/Field.module.css'
import { useAuth } from '../../identity/sessions/auth.tsx'
import { usePasswordConfirmation } from '../../identity/sessions/usePasswordConfirmation.tsx'
import { AddressForm } from '../settings/AddressForm.tsx'
import { mailServerQuery } from '../settings/MailRoom.tsx'
import { MailServerForm } from '../settings/MailServerForm.tsx'
import { StateLine } from '../settings/RoomRow.tsx'
import { SettingsForm, settingsQuery } from '../settings/SettingsForm.tsx'
import { useChecks } from '../settings/useChecks.ts'
import type { Draft } from '../settings/draft.ts'
import { useThemes, useThemeWords } from '../themes/useThemes.ts'

export interface QuestionProps {
  /** Called when the question is answered. */
  onDone: () => void
  /** Called when it is left for later. */
  onLater: () => void
  /** Called with what is typed of the community. */
  onDraft: (draft: Draft) => void
}

/** Asks for some settings. */
const AskSettings = ({
  names,
  save,
  onDone,
  onLater,
  onDraft,
}: QuestionProps & { names: Parameters<typeof SettingsForm>[0]['names']; save?: string }) => {
  const t = useTranslations('opening')
  return (
    <SettingsForm
      names={names}
      words={{ save: save ?? t('next'), leave: t('later') }}
      onDone={onDone}
      onLeave={onLater}
      onDraft={onDraft}
    />
  )
}

const Later = ({ onLater }: Pick<QuestionProps, 'onLater'>) => {
  const t = useTranslations('opening')
  return (
    <Button variant="text" onClick={onLater}>
      {t('later')}
    </Button>
  )
}

/** Asks what the community is called, and for a sentence of its own. */
export const NameQuestion = (props: QuestionProps) => <AskSettings {...props} names={['site_name', 'site_sentence']} />

/** The address that people use. */
export function AddressQuestion({ onDone, onLater }: QuestionProps) {
  const t = useTranslations()
  const query = useQuery(settingsQuery)
  const { public_origin } = useSite()
  const { withConfirmation, dialog } = usePasswordConfirmation()
  const setting = query.data?.find(({ name }) => name === 'site_address')
  if (!setting) return <QueryStatus query={query} />
  if (setting.in_environment) {
    return (
      <>
        <p>
          <bdi dir="ltr">{public_origin}</bdi> {t('site_settings.address_environment')}
        </p>
        <ButtonRow>
          <Button variant="primary" onClick={onDone}>
            {t('opening.next')}
          </Button>
        </ButtonRow>
      </>
    )
  }
  return (
    <>
      <AddressForm setting={setting} confirm={withConfirmation} onDone={onDone} leave={<Later onLater={onLater} />} />
      {dialog}
    </>
  )
}

/** Asks who may come in. */
export const JoinQuestion = (props: QuestionProps) => (
  <AskSettings {...props} names={['sign_up_mode', 'join_question']} />
)

/** The mailbox from which emails leave: tried at once, by an email that its reader looks for. */
export function MailQuestion({ onDone, onLater }: QuestionProps) {
  const t = useTranslations('opening')
  const settings = useTranslations('site_settings')
  const query = useQuery(mailServerQuery)
  const client = useQueryClient()
  const { user } = useAuth()
  const { withConfirmation, dialog } = usePasswordConfirmation()
  const [isKept, setKept] = useState(false)
  const checks = useChecks('mail')
  const { data } = query
  if (!data) return <QueryStatus query={query} />
  if (isKept || data.source === 'environment') {
    return (
      <>
        {isKept ? (
          <Note icon="okcircle" title={t('mail_works')}>
            {t('mail_sent', { email: user?.email ?? '' })}
          </Note>
        ) : (
          <p className="secondary">{settings('mail_environment')}</p>
        )}
        <output>{checks.checks[0] && <StateLine of={checks.stateOf(checks.checks[0])} />}</output>
        <FailureNote title={checks.failure} />
        <ButtonRow>
          <Button variant="primary" onClick={onDone}>
            {t('got_it')}
          </Button>
          <Button busy={checks.isPending} onClick={() => void checks.tryAll()}>
            {t(isKept ? 'send_again' : 'send_test')}
          </Button>
          <Later onLater={onLater} />
        </ButtonRow>
      </>
    )
  }
  return (
    <>
      <p className="secondary">{t('mail_text')}</p>
      <MailServerForm
        kept={data.server}
        confirm={withConfirmation}
        leave={t('later')}
        onDone={(state) => {
          if (!state) return onLater()
          client.setQueryData(mailServerQuery.queryKey, state)
          setKept(true)
        }}
      />
      {dialog}
    </>
  )
}

/** The first language, and the theme that everybody sees who has chosen none. */
export function LookQuestion(props: QuestionProps) {
  const t = useTranslations('opening')
  const failureWords = useTranslations('theme_failure')
  const { site_name } = useSite()
  const group = useId()
  const { query, themes, problem } = useThemes()
  const { nameOf, descriptionOf } = useThemeWords()
  const { run, failure } = useEndpointMutation({ invalidates: ['themes.list'], queues: true })
  const [chosen, choose] = useChoice((themeId: string) => run('themes.set_default', { themeId }))
  return (
    <>
      {themes ? (
        <fieldset className="stack stack--tight">
          <legend className={fieldStyles.label}>{t('look')}</legend>
          {themes.map((theme) => (
            <RadioCard
              key={theme.id}
              name={group}
              checked={chosen === null ? theme.is_default : theme.id === chosen}
              onChange={() => void choose(theme.id)}
              title={nameOf(theme)}
              description={descriptionOf(theme)}
            />
          ))}
        </fieldset>
      ) : (
        <QueryStatus query={query} problem={problem && failureWords(problem)} />
      )}
      <FailureNote title={failure} />
      <p className="small">
        <Link to="/admin/look">{t('own_look')}</Link>
      </p>
      <AskSettings {...props} names={['default_language']} save={t('open_site', { site: site_name })} />
    </>
  )
}
