import { useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Me } from '../../../contract/users.ts'
import { MAX_DISPLAY_NAME_LENGTH } from '../../../contract/users.values.ts'
import { isNameless, namelessNames } from '../../../contract/languages.ts'
import { useAuth } from '../../features/identity/sessions/auth.tsx'
import { codePoints, useFieldErrorText } from '../../fieldErrors.ts'
import { useEndpointMutation } from '../../layout/useEndpointMutation.ts'
import { useShownName } from '../../site.tsx'
import { readToken } from '../../token.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Field } from '../../ui/Field.tsx'
import { FailureNote } from '../../layout/FailureNote.tsx'
import { FocusPage, type Step } from './FocusPage.tsx'
import { readFirstVisit } from '../../features/identity/sessions/firstVisit.ts'
import { useIsHydrated } from '../../ui/useIsHydrated.ts'
import styles from './welcome.module.css'

/** Asks for the name that others see. Who gives none keeps the one that everybody gets. */
export function NameStep({ step, user }: { step: Step; user: Me }) {
  const t = useTranslations()
  const sentence = useFieldErrorText()
  const site = useShownName()
  const { startSession } = useAuth()
  const { run, isPending, failure } = useEndpointMutation()
  const nameless = namelessNames[useLocale()]
  const [edited, setEdited] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const offered = (useIsHydrated() && readFirstVisit(user)?.offered_name) || ''
  const typed = edited ?? (isNameless(user.display_name) ? offered : user.display_name)
  const display_name = typed.trim()

  function refuse(reason: string) {
    setProblem(reason)
    input.current?.focus()
  }
  async function save() {
    if (display_name === '' || display_name === user.display_name) return step.onNext()
    const length = codePoints(display_name)
    if (length > MAX_DISPLAY_NAME_LENGTH)
      return refuse(sentence({ code: 'too_long', maximum: MAX_DISPLAY_NAME_LENGTH }, display_name))
    setProblem(undefined)
    const account = await run(
      'accounts.edit_own',
      { display_name },
      {
        onError: ({ errors = [] }) => {
          const wrong = errors.find(({ path }) => path === 'display_name')
          if (wrong) refuse(sentence(wrong, display_name))
        },
      },
    )
    if (!account) return
    const token = readToken()
    if (token !== null) await startSession({ token, user: account })
    step.onNext()
  }

  return (
    <FocusPage
      step={step}
      above={t('welcome.hello', { site })}
      title={t('welcome.name_title')}
      first={input}
      sending={isPending}
      onContinue={() => void save()}
    >
      <div className={styles.avatar}>
        <Avatar name={display_name || nameless} />
      </div>
      {problem === undefined && <FailureNote title={t('write.not_saved')}>{failure}</FailureNote>}
      <div className={styles.name}>
        <Field
          ref={input}
          label={t('welcome.name')}
          name="display_name"
          autoComplete="given-name"
          dir="auto"
          placeholder={nameless}
          hint={t('welcome.name_hint')}
          value={typed}
          error={problem}
          onChange={(event) => {
            setEdited(event.target.value)
            setProblem(undefined)
          }}
        />
      </div>
    </FocusPage>
  )
}
