import { useEffect, useRef, useState, type FormEvent, type InputHTMLAttributes, type RefObject } from 'react'
import { useTranslations } from 'use-intl'
import type { FieldError } from '../../../../contract/errors.ts'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../../../contract/users.values.ts'
import type { Result } from '../../../api.ts'
import { codePoints, useAddressText, useFieldErrorText } from '../../../fieldErrors.ts'
import { useFailureFocus } from '../../../useFailureFocus.ts'
import { sessionFailure, useAuthFailureText, type AuthCall, type FailureText } from './failures.ts'

export type Values = Record<string, string>

interface Options<Answer> {
  call: AuthCall
  send: (values: Values) => Promise<Result<Answer>>
  onDone: (answer: Answer, values: Values) => void | Promise<void>
  /** Maps the code of an error to the field that shows it. */
  fieldByCode?: Partial<Record<string, string>>
  /** Gives the words of the field about a code, where the note above the form already has the sentence of the code. */
  hintByCode?: Partial<Record<string, string>>
  /** Error codes that are a question and not a failure: the form asks it. */
  ignoredCodes?: string[]
  /** False while the form is still being filled in: what is pressed meanwhile is sent afterwards. */
  isReady?: boolean
}

export interface AuthForm {
  /** Error text for each field. */
  problems: Partial<Values>
  failure: FailureText | null
  /** Code of the error, for what else the form shows about it. */
  code: string | null
  sending: boolean
  /** Takes the focus when there is a failure that names no field. */
  note: RefObject<HTMLDivElement | null>
  submit: (event: FormEvent<HTMLFormElement>) => void
  /** For every field: validates when the field loses focus, and then at every change until the value is valid. */
  validationHandlers: Pick<InputHTMLAttributes<HTMLInputElement>, 'onBlur' | 'onInput'>
}

/** Shared logic of all account forms. Field names are those of the endpoint. */
export function useAuthForm<Answer>({
  call,
  send,
  onDone,
  fieldByCode = {},
  hintByCode = {},
  ignoredCodes = [],
  isReady = true,
}: Options<Answer>): AuthForm {
  const t = useTranslations('account')
  const field = useTranslations('field')
  const sentence = useFieldErrorText()
  const addressText = useAddressText()
  const describeFailure = useAuthFailureText()
  const [problems, setProblems] = useState<Partial<Values>>({})
  const [failure, setFailure] = useState<(FailureText & { code: string }) | null>(null)
  const [sending, setSending] = useState(false)
  const busy = useRef(false)
  const note = useFailureFocus(failure)
  const pressed = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (isReady) pressed.current?.requestSubmit()
  }, [isReady])

  function validateInput({ name, value, autocomplete }: HTMLInputElement | HTMLTextAreaElement): string | undefined {
    if (name === 'email') return addressText(value)
    if (autocomplete === 'current-password') return value === '' ? t('password_needed') : undefined
    if (autocomplete !== 'new-password') return undefined
    if (value === '') return t('password_needed')
    const length = codePoints(value)
    if (length < MIN_PASSWORD_LENGTH) return field('too_short', { minimum: MIN_PASSWORD_LENGTH, length })
    return length > MAX_PASSWORD_LENGTH ? field('too_long', { maximum: MAX_PASSWORD_LENGTH, length }) : undefined
  }

  function showFieldProblem(input: HTMLInputElement, always: boolean): void {
    const { name, value } = input
    if (always ? value !== '' : problems[name] !== undefined) {
      setProblems((others) => ({ ...others, [name]: validateInput(input) }))
    }
  }

  function toFieldProblem({ path, ...problem }: FieldError, values: Values): [string, string] {
    return [path, sentence(problem, values[path] ?? '')]
  }

  async function submitForm(form: HTMLFormElement): Promise<void> {
    const inputs = [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input[name], textarea[name]')]
    const values: Values = Object.fromEntries(inputs.map(({ name, value }) => [name, value]))
    const found = inputs.map((input) => [input, validateInput(input)] as const)
    setProblems(Object.fromEntries(found.map(([{ name }, problem]) => [name, problem])))
    setFailure(null)
    const wrong = found.find(([, problem]) => problem !== undefined)
    if (wrong) return wrong[0].focus()
    setSending(true)
    const blocked = call.startsWith('sessions.') ? sessionFailure() : null
    const { data, error } = blocked ? { data: null, error: blocked } : await send(values)
    if (error && !ignoredCodes.includes(error.code)) {
      const failureText = await describeFailure(call, error)
      const fieldName = fieldByCode[error.code]
      const ofFields = (error.errors ?? []).map((problem) => toFieldProblem(problem, values))
      const marked = Object.fromEntries(
        fieldName === undefined ? ofFields : [...ofFields, [fieldName, hintByCode[error.code] ?? failureText.title]],
      )
      setProblems(marked)
      const input = inputs.find(({ name }) => name === fieldName)
      // The field says it already.
      if (input && hintByCode[error.code] === undefined && failureText.text === undefined) input.focus()
      else setFailure({ ...failureText, code: error.code })
    } else if (data) {
      await onDone(data, values)
    }
  }

  return {
    problems,
    failure,
    code: failure?.code ?? null,
    sending,
    note,
    submit: (event) => {
      event.preventDefault()
      pressed.current = isReady ? null : event.currentTarget
      if (!isReady) return setSending(true)
      if (busy.current) return
      busy.current = true
      void submitForm(event.currentTarget).finally(() => {
        busy.current = false
        setSending(false)
      })
    },
    validationHandlers: {
      onBlur: (event) => showFieldProblem(event.currentTarget, true),
      onInput: (event) => showFieldProblem(event.currentTarget, false),
    },
  }
}
