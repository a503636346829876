import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { MAX_DISPLAY_NAME_LENGTH } from '../../contract/users.values.ts'
import { call, type Failure } from '../api.ts'
import { useErrorMessage } from '../layout/errorMessages.ts'
import { withMessages } from '../layout/FormMessages.tsx'
import { Field, OptionalLabel } from '../ui/Field.tsx'
import { Note } from '../ui/Note.tsx'
import { AuthCard } from '../features/identity/sessions/AuthParts.tsx'
import { signUpModeQuery } from '../features/identity/sessions/queries.ts'
import { SessionForm } from '../features/identity/sessions/SessionForm.tsx'
import { useFragment } from '../features/identity/sessions/useFragment.ts'
import { preload, preloadInBrowser, withState } from '../query.ts'

const queries = () => [signUpModeQuery]
export const loader = preload(queries)
export const clientLoader = preloadInBrowser(queries)

// A fixed English message; readers of other languages get it from `errors.json`.
const DONE: Failure = {
  status: 404,
  code: 'sessions.set_up_done',
  detail:
    'This set-up link was already used or has expired. If there’s no administrator yet, start the server again for a new one.',
}

/** In place of the form, once there is an administrator. */
function AlreadySetUp() {
  const t = useTranslations('account')
  const reason = useErrorMessage(DONE) ?? DONE.detail
  return (
    <AuthCard title={t('set_up')}>
      <Note icon="info" title={reason} />
      <p className="secondary">
        <Link to="/signin">{t('sign_in')}</Link>
      </p>
    </AuthCard>
  )
}

function SetUp() {
  const t = useTranslations('account')
  const navigate = useNavigate()
  const token = useFragment()
  const { data } = useQuery(signUpModeQuery)
  if (data?.is_set_up === true) return <AlreadySetUp />
  return (
    <SessionForm
      kind="set_up"
      notice={token === '' && <Note kind="error" icon="error" title={t('set_up_incomplete')} />}
      // Only here: who signs up is asked for a name by the welcome.
      renderFields={(form) => (
        <Field
          label={<OptionalLabel label={t('name')} />}
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

export default withState(withMessages(SetUp))
