import { useId, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Account } from '../../../contract/accounts.ts'
import type { WithConfirmation } from '../../api.ts'
import { lazyPart, NotLoaded } from '../../layout/lazyPart.tsx'
import { DeleteAccountSection } from '../../features/site/personal-data/DeleteAccountSection.tsx'
import { DevicesSection } from '../../features/identity/sessions/DevicesSection.tsx'
import { ChangeEmailForm } from '../../features/identity/accounts/ChangeEmailForm.tsx'
import { ConfirmAddressNote } from '../../features/identity/accounts/ConfirmAddressNote.tsx'
import { usePasswordConfirmation } from '../../features/identity/sessions/usePasswordConfirmation.tsx'
import { DetailsForm } from '../../features/identity/accounts/DetailsForm.tsx'
import { Card, CardTitle } from '../../ui/Card.tsx'
import { Icon } from '../../ui/Icon.tsx'
import styles from './profile.module.css'

// Loaded on demand: most people never open them.
const SecondFactors = lazyPart<{ confirmed: WithConfirmation }>(
  () => import('../../features/identity/second-factors/SecondFactors.tsx'),
  NotLoaded,
  ['forms', 'second_factors'],
)

const ChangePasswordForm = lazyPart(() => import('../../features/identity/accounts/ChangePasswordForm.tsx'), NotLoaded)
const ExportSection = lazyPart(() => import('../../features/site/personal-data/ExportSection.tsx'), NotLoaded)

/** The settings that are rarely changed wait behind their heading. */
function Section({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId()
  return (
    <Card as="section" aria-labelledby={heading}>
      <details className={styles.fold}>
        <summary>
          <CardTitle id={heading}>{title}</CardTitle>
          <Icon name="right" />
        </summary>
        <div className="stack">{children}</div>
      </details>
    </Card>
  )
}

/** Settings of the account, its export and its deletion. */
export default function AccountTab({ account }: { account: Account }) {
  const t = useTranslations()
  const { withConfirmation, dialog } = usePasswordConfirmation()
  return (
    <div className="stack">
      <ConfirmAddressNote />
      <DetailsForm account={account} />
      <Section title={t('address.change_title')}>
        <ChangeEmailForm user={account} />
      </Section>
      <Section title={t('password.change_title')}>
        <ChangePasswordForm />
      </Section>
      <Card>
        <SecondFactors confirmed={withConfirmation} />
      </Card>
      <DevicesSection />
      <ExportSection user_id={account.id} />
      <DeleteAccountSection user_id={account.id} />
      {dialog}
    </div>
  )
}
