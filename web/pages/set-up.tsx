import { useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { MAX_DISPLAY_NAME_LENGTH } from '../../contract/users.values.ts'
import { call } from '../api.ts'
import { FormMessages } from '../layout/FormMessages.tsx'
import { Field, OptionalLabel } from '../ui/Field.tsx'
import { Note } from '../ui/Note.tsx'
import { SessionForm } from '../features/identity/sessions/SessionForm.tsx'
import { useFragment } from '../features/identity/sessions/useFragment.ts'

function SetUp() {
  const t = useTranslations('account')
  const navigate = useNavigate()
  const token = useFragment()
  return (
    <SessionForm
      kind="set_up"
      notice={token === '' && <Note kind="error" icon="error" title={t('set_up_incomplete')} />}
      // Only here: who signs up is asked for a name by the welcome.
      renderFields={(form) => (
        <Field
          label={<OptionalLabel label={t('name')} word={t('optional')} />}
          name="displayName"
          autoComplete="nickname"
          maxLength={MAX_DISPLAY_NAME_LENGTH}
          hint={t('name_hint')}
          error={form.problems['displayName']}
        />
      )}
      send={({ email, password, displayName = '' }) => {
        const name = displayName.trim()
        const { timeZone: time_zone } = new Intl.DateTimeFormat().resolvedOptions()
        const input = { token: token ?? '', email, password, time_zone, ...(name && { displayName: name }) }
        return call('sessions.set_up', input, { ignoreUnauthorized: true })
      }}
      onDone={() => void navigate('/admin/opening', { replace: true })}
    >
      <meta name="robots" content="noindex" />
    </SessionForm>
  )
}

export default function SetUpRoute() {
  return (
    <FormMessages>
      <SetUp />
    </FormMessages>
  )
}
