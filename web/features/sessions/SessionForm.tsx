import '../../styles/forms.css'
import { useEffect, useRef, useState, type FormEvent, type InputHTMLAttributes, type ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { FieldError } from '../../../contract/errors.ts'
import type { Output } from '../../../contract/schemas.ts'
import type { Result } from '../../api.ts'
import { codePoints, useFieldSentence } from '../../layout/problems.ts'
import { sentenceOf } from '../../messages.ts'
import { Title } from '../../site.tsx'
import { Arcade } from '../../ui/Arcade.tsx'
import { Field } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Note } from '../../ui/Note.tsx'
import { useAuth } from './auth.tsx'

export interface Credentials {
  email: string
  password: string
  displayName: string
}

interface Props {
  kind: 'sign_in' | 'sign_up' | 'set_up'
  send: (credentials: Credentials) => Promise<Result<Output<'sessions.sign_in'>>>
  onDone: () => void
  children?: ReactNode
}

// contract/sessions.ts, which cannot be loaded here because it brings the validator.
const PASSWORD = { minimum: 8, maximum: 256 }
type Problems = Partial<Record<string, string>>

/** Signing in, signing up, setting up: the same three fields, of which signing in needs two. */
export function SessionForm({ kind, send, onDone, children }: Props) {
  const t = useTranslations('account')
  const field = useTranslations('field')
  const sentence = useFieldSentence()
  const locale = useLocale()
  const { adopt } = useAuth()
  const [problems, setProblems] = useState<Problems>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [sending, setSending] = useState(false)
  const [shown, setShown] = useState(false)
  const busy = useRef(false)
  const note = useRef<HTMLDivElement>(null)
  const isNew = kind !== 'sign_in'

  useEffect(() => {
    if (failure !== null) note.current?.focus()
  }, [failure])

  function problemOf(name: string, value: string): string | undefined {
    if (name === 'email') return /^\s*\S+@\S+\s*$/.test(value) ? undefined : field('email')
    if (name !== 'password') return undefined
    if (value === '') return t('password_needed')
    const length = codePoints(value)
    if (isNew && length < PASSWORD.minimum) return field('too_short', { minimum: PASSWORD.minimum, length })
    return isNew && length > PASSWORD.maximum ? field('too_long', { maximum: PASSWORD.maximum, length }) : undefined
  }

  /** On leaving a field that was filled in; afterwards at every change, until it is right. */
  function judge({ name, value }: HTMLInputElement, always: boolean): void {
    if (always ? value !== '' : problems[name] !== undefined) {
      setProblems((others) => ({ ...others, [name]: problemOf(name, value) }))
    }
  }

  const judged: Pick<InputHTMLAttributes<HTMLInputElement>, 'onBlur' | 'onInput'> = {
    onBlur: (event) => judge(event.currentTarget, true),
    onInput: (event) => judge(event.currentTarget, false),
  }

  function fromServer({ path, ...problem }: FieldError, values: Credentials): [string, string] {
    if (path === 'email') return [path, field('email')]
    return [path, sentence(problem, path in values ? values[path as keyof Credentials] : '')]
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy.current) return
    const form = event.currentTarget
    const data = new FormData(form)
    const read = (name: string) => {
      const value = data.get(name)
      return typeof value === 'string' ? value : ''
    }
    const values = { email: read('email'), password: read('password'), displayName: read('displayName') }
    const found = Object.entries(values).map(([name, value]) => [name, problemOf(name, value)] as const)
    setProblems(Object.fromEntries(found))
    setFailure(null)
    const wrong = found.find(([, problem]) => problem !== undefined)
    if (wrong) return form.querySelector<HTMLElement>(`[name=${wrong[0]}]`)?.focus()
    busy.current = true
    setSending(true)
    const { data: session, error } = await send(values)
    if (error) {
      setProblems(Object.fromEntries((error.errors ?? []).map((problem) => fromServer(problem, values))))
      setFailure(await sentenceOf(error, locale))
    } else {
      await adopt(session)
      onDone()
    }
    busy.current = false
    setSending(false)
  }

  return (
    <section className="card auth">
      <Title>{t(kind)}</Title>
      <div className="auth__art only-desktop">
        <blockquote>
          {t('verse')}
          <footer className="small muted">{t('verse_place')}</footer>
        </blockquote>
        <Arcade
          size={[360, 300]}
          arches={[
            [0, 97.6, 108.8],
            [111.6, 136.7, 77.4],
            [262.4, 97.6, 108.8],
          ]}
        />
      </div>
      <form className="auth__form" method="post" noValidate onSubmit={(event) => void submit(event)}>
        <div>
          <h1>{t(kind)}</h1>
          <p className="secondary">{t(`${kind}_lead`)}</p>
        </div>
        {failure !== null && (
          <Note kind="error" icon="error" title={failure} ref={note} tabIndex={-1}>
            {kind === 'sign_in' && t('failed')}
          </Note>
        )}
        <Field
          label={t('email')}
          {...judged}
          name="email"
          type="email"
          autoComplete={isNew ? 'email' : 'username'}
          autoCapitalize="none"
          spellCheck={false}
          required
          error={problems['email']}
        />
        {isNew && (
          <Field
            label={
              <>
                {t('name')} <span className="muted optional">{t('optional')}</span>
              </>
            }
            name="displayName"
            autoComplete="nickname"
            maxLength={60}
            hint={t('name_hint')}
            error={problems['displayName']}
          />
        )}
        <Field
          label={t('password')}
          {...judged}
          name="password"
          type={shown ? 'text' : 'password'}
          autoComplete={isNew ? 'new-password' : 'current-password'}
          required
          hint={isNew ? t('password_hint') : undefined}
          error={problems['password']}
          affix={
            <button
              type="button"
              className="iconbtn needs-js"
              aria-label={t('show_password')}
              aria-pressed={shown}
              onClick={() => setShown(!shown)}
            >
              <Icon name={shown ? 'eyeoff' : 'eye'} />
            </button>
          }
        />
        <button type="submit" className="btn btn--primary btn--block" aria-disabled={sending || undefined}>
          {sending && <span className="spinner" />}
          {t(isNew ? `${kind}_button` : kind)}
        </button>
        {children}
      </form>
    </section>
  )
}
