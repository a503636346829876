import { useQueryClient } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { Account } from '../../../../contract/accounts.ts'
import type { FieldError } from '../../../../contract/errors.ts'
import { call } from '../../../api.ts'
import { MAX_ABOUT_LENGTH, MAX_DISPLAY_NAME_LENGTH } from '../../../../contract/users.values.ts'
import { findLengthProblem, useFieldErrorText } from '../../../fieldErrors.ts'
import { NewerVersion } from '../../../layout/NewerVersion.tsx'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { useFailureFocus } from '../../../useFailureFocus.ts'
import { useKeptWords } from '../../../useKeptWords.ts'
import { readToken } from '../../../token.ts'
import { Field, OptionalLabel } from '../../../ui/Field.tsx'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { useAuth } from '../sessions/auth.tsx'
import { accountQuery } from './queries.ts'
import { Card, CardTitle } from '../../../ui/Card.tsx'
import { TextAreaField } from '../../../ui/TextArea.tsx'
import { Button, ButtonRow } from '../../../ui/Button.tsx'

const LIMITS = {
  display_name: { minimum: 1, maximum: MAX_DISPLAY_NAME_LENGTH },
  about: { minimum: 0, maximum: MAX_ABOUT_LENGTH },
} as const
type Name = keyof typeof LIMITS
type Problems = Partial<Record<Name, string>>
const names = Object.keys(LIMITS) as Name[]

/** Shows what was saved elsewhere meanwhile, and asks which stays. It takes the focus. */
function NewerWords({ newer, onChoose }: { newer: string; onChoose: (which: 'mine' | 'newer') => void }) {
  const choice = useFailureFocus(newer)
  return (
    <div ref={choice} tabIndex={-1}>
      <NewerVersion onTake={() => onChoose('newer')} onKeep={() => onChoose('mine')}>
        <blockquote dir="auto">{newer === '' ? '—' : newer}</blockquote>
      </NewerVersion>
    </div>
  )
}

/** Edits the reader's own name and the profile text that others may read. */
export function DetailsForm({ account }: { account: Account }) {
  const t = useTranslations()
  const sentence = useFieldErrorText()
  const id = useId()
  const client = useQueryClient()
  const { startSession } = useAuth()
  const [display_name, setName] = useState(account.display_name)
  const [savedName, setSavedName] = useState(display_name)
  const about = useKeptWords('about', account.about)
  const values = { display_name, about: about.words }
  const [problems, setProblems] = useState<Problems>({})
  const { perform, isPending: sending, failure, setFailure } = useEndpointMutation()
  const note = useFailureFocus(failure)
  /** The words that were saved elsewhere while these were written. */
  const [newer, setNewer] = useState<string | null>(null)

  function problemOf(name: Name, value: string): string | undefined {
    const problem = findLengthProblem(value, LIMITS[name])
    return problem && sentence(problem, value)
  }

  function change(name: Name, value: string) {
    if (sending) return
    if (name === 'about') about.change(value)
    else setName(value)
    if (problems[name] !== undefined) setProblems((others) => ({ ...others, [name]: problemOf(name, value) }))
  }

  const fromServer = ({ path, ...problem }: FieldError): [string, string] => [
    path,
    sentence(problem, path in values ? values[path as Name] : ''),
  ]

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (sending) return
    const found = names.map((name) => [name, problemOf(name, values[name])] as const)
    setProblems(Object.fromEntries(found))
    const wrong = found.find(([, problem]) => problem !== undefined)
    if (wrong) return event.currentTarget.querySelector<HTMLElement>(`[name=${wrong[0]}]`)?.focus()
    // Only what was changed here: the other may be newer on another device.
    const changes = {
      display_name: display_name === savedName ? undefined : display_name,
      about: about.isChanged ? about.words : undefined,
    }
    const data = await perform<Account | null>(
      async () => {
        const saved = about.isChanged ? await call('accounts.own', {}) : null
        if (saved?.error) return saved
        if (!saved || [about.base, about.words.trim()].includes(saved.data.about))
          return call('accounts.edit_own', changes)
        setNewer(saved.data.about)
        return { data: null, error: null }
      },
      { onError: ({ errors = [] }) => setProblems(Object.fromEntries(errors.map(fromServer))) },
    )
    if (!data) return
    client.setQueryData(accountQuery.queryKey, data)
    setName(data.display_name)
    setSavedName(data.display_name)
    about.begin(data.about)
    // The name also appears elsewhere on the page, and on requests that are already loaded.
    const token = readToken()
    if (token !== null) await startSession({ token, user: data })
    toast(t('write.saved'))
  }

  return (
    <Card
      as="form"
      className="stack"
      method="post"
      noValidate
      aria-labelledby={id}
      onSubmit={(event) => void submit(event)}
    >
      <CardTitle id={id}>{t('profile.details')}</CardTitle>
      <FailureNote title={t('write.not_saved')} ref={note}>
        {failure}
      </FailureNote>
      {newer !== null && (
        <NewerWords
          newer={newer}
          onChoose={(which) => {
            about.begin(newer, null, which === 'mine' ? about.words : newer)
            setNewer(null)
            setFailure(null)
          }}
        />
      )}
      <Field
        label={t('account.name')}
        name="display_name"
        autoComplete="nickname"
        dir="auto"
        required
        hint={t('profile.name_hint')}
        value={values.display_name}
        error={problems.display_name}
        onChange={(event) => change('display_name', event.target.value)}
      />
      <TextAreaField
        label={<OptionalLabel label={t('profile.about')} />}
        hint={t('profile.about_hint')}
        name="about"
        rows={3}
        dir="auto"
        value={values.about}
        onChange={(event) => change('about', event.target.value)}
        error={problems.about}
      />
      <ButtonRow>
        <Button type="submit" variant="primary" busy={sending}>
          {t('write.save')}
        </Button>
      </ButtonRow>
    </Card>
  )
}
