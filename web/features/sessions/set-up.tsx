import { useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { FormMessages } from '../../layout/FormMessages.tsx'
import { SessionForm } from './SessionForm.tsx'

/** The secret is in the fragment of the address, which no server and no log ever sees. */
const readSecret = (): string => location.hash.slice(1)

function SetUp() {
  const t = useTranslations('account')
  const navigate = useNavigate()
  return (
    <SessionForm
      kind="set_up"
      send={async ({ email, password, displayName }) => {
        const token = readSecret()
        if (token === '') {
          return { data: null, error: { status: 0, code: 'client.unknown', detail: t('set_up_incomplete') } }
        }
        const name = displayName.trim()
        return call('sessions.set_up', { token, email, password, ...(name && { displayName: name }) }, { stay: true })
      }}
      onDone={() => void navigate('/', { replace: true })}
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
