import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Loading } from '../../../layout/Loading.tsx'
import { withMessages } from '../../../layout/FormMessages.tsx'
import { endpointQuery } from '../../../query.ts'
import { Note } from '../../../ui/Note.tsx'
import type { WithConfirmation } from '../../../api.ts'
import { AuthenticatorApp } from './AuthenticatorApp.tsx'
import { Passkeys } from './Passkeys.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

function SecondFactorList({ confirmed: withConfirmation }: { confirmed: WithConfirmation }) {
  const t = useTranslations('second_factors')
  const client = useQueryClient()
  const list = endpointQuery('second_factors.list', {})
  const query = useQuery({ ...list, meta: { personal: true } })
  const { data } = query
  const [codes, setCodes] = useState<string[] | null>(null)
  const changed = () => void client.invalidateQueries({ queryKey: list.queryKey })

  if (codes) return <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />
  if (!data) return <Loading label={t('loading')} failed={t('failed')} query={query} />
  const showCodes = (fresh: string[]) => {
    setCodes(fresh)
    changed()
  }
  return (
    <>
      {data.required && <Note kind="warning" icon="alert" title={t('required')} />}
      <Passkeys passkeys={data.passkeys} withConfirmation={withConfirmation} onChange={changed} />
      <AuthenticatorApp
        isOn={data.totp}
        codes_left={data.recovery_codes_left}
        withConfirmation={withConfirmation}
        onCodes={showCodes}
        onChange={changed}
      />
    </>
  )
}

/** Manages the sign-in methods besides the password. Part of the profile. */
export default withMessages(Section, 'second_factors')

function Section({ confirmed: withConfirmation }: { confirmed: WithConfirmation }) {
  const t = useTranslations('second_factors')
  return (
    <section className="stack" aria-labelledby="second-factors">
      <h3 id="second-factors">{t('title')}</h3>
      <p className="secondary">{t('lead')}</p>
      <SecondFactorList confirmed={withConfirmation} />
    </section>
  )
}
