import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'

/** Takes a code that was read on a poster or heard on the phone. It stands after the # like that of a link. */
export function InviteCodeForm() {
  const t = useTranslations('account')
  const [code, setCode] = useState('')
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (code.trim() !== '') location.hash = code.trim()
      }}
    >
      <Field
        label={t('invite_code')}
        hint={t('invite_code_hint')}
        dir="ltr"
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        maxLength={30}
        value={code}
        onChange={({ target }) => setCode(target.value)}
      />
      <Button type="submit" variant="primary">
        {t('invite_code_go')}
      </Button>
    </form>
  )
}
