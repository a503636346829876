import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { parseInviteCode } from './inviteCode.ts'

/** Characters. A link carries more. */
const MAX_TYPED = 30

/** Takes a code that was read on a poster or heard on the phone, or a whole link. It stands after the # like that of a link. */
export function InviteCodeForm({ tried }: { /** This code opened nothing. */ tried: string }) {
  const t = useTranslations('account')
  const [code, setCode] = useState(tried.length > MAX_TYPED ? '' : tried)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (tried !== '') field.current?.focus()
  }, [tried])
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        const given = parseInviteCode(code)
        if (given !== '') location.hash = given
      }}
    >
      <Field
        ref={field}
        label={t('invite_code')}
        hint={t('invite_code_hint')}
        dir="ltr"
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        value={code}
        onChange={({ target }) => setCode(target.value)}
      />
      <Button type="submit" variant="primary">
        {t('invite_code_go')}
      </Button>
    </form>
  )
}
