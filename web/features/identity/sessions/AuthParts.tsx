import { useState, type FormHTMLAttributes, type ReactNode, type Ref, type RefAttributes } from 'react'
import { useTranslations } from 'use-intl'
import { Title } from '../../../site.tsx'
import { Arcade } from '../../../ui/Arcade.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { keepAddress, readAddress } from './typedAddress.ts'
import type { AuthForm } from './useAuthForm.ts'
import { Card } from '../../../ui/Card.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Button } from '../../../ui/Button.tsx'
import fieldStyles from '../../../ui/Field.module.css'
import styles from './AuthParts.module.css'

/** Card of the account pages, with the picture beside it. */
export function AuthCard({
  title,
  lead,
  children,
  heading,
}: {
  title: string
  lead?: ReactNode
  children: ReactNode
  /** Ref of a heading that takes the focus. */
  heading?: Ref<HTMLHeadingElement>
}) {
  const t = useTranslations('account')
  return (
    <Card as="section" className={styles.auth}>
      <Title>{title}</Title>
      <div className={`${styles.art} only-desktop`}>
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
      <div className={styles.form}>
        <div>
          <h1 ref={heading} tabIndex={heading === undefined ? undefined : -1}>
            {title}
          </h1>
          {lead !== undefined && <p className="secondary">{lead}</p>}
        </div>
        {children}
      </div>
    </Card>
  )
}

/** The form itself, its parts one below the other. */
export const AuthFields = ({
  form,
  ...rest
}: { form: AuthForm } & FormHTMLAttributes<HTMLFormElement> & RefAttributes<HTMLFormElement>) => (
  <form {...rest} className={fieldStyles.fields} method="post" noValidate onSubmit={form.submit} />
)

/** Shows the failure of a form as text, and takes the focus. */
export const FormFailure = ({ form: { failure, note }, children }: { form: AuthForm; children?: ReactNode }) => (
  <FailureNote title={failure?.title ?? null} ref={note}>
    {failure?.text ?? children}
  </FailureNote>
)

export function EmailField({
  form,
  autoComplete,
  label,
  address = '',
}: {
  form: AuthForm
  /** Stands in the field until somebody types. */
  address?: string | undefined
  autoComplete: 'email' | 'username'
  /** Labels an address that is none of those that sign in; it is not carried to other pages. */
  label?: string
}) {
  const t = useTranslations('account')
  const { onBlur, onInput } = form.validationHandlers
  return (
    <Field
      label={label ?? t('email')}
      onBlur={onBlur}
      onInput={(event) => {
        if (label === undefined) keepAddress(event.currentTarget.value)
        onInput?.(event)
      }}
      defaultValue={label === undefined ? readAddress() || address : undefined}
      name="email"
      type="email"
      // While nothing follows the @, a page from right to left would show it before the name.
      dir="ltr"
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      required
      error={form.problems['email']}
    />
  )
}

/**
 * Password field with a button that reveals the password. `isNew`: true where a password is chosen, so that the browser
 * may propose one.
 */
export function PasswordField({
  form,
  name,
  label,
  isNew,
  aside,
}: {
  form: AuthForm
  name: string
  label: string
  isNew: boolean
  aside?: ReactNode
}) {
  const t = useTranslations('account')
  const [shown, setShown] = useState(false)
  return (
    <Field
      label={label}
      aside={aside}
      {...form.validationHandlers}
      name={name}
      type={shown ? 'text' : 'password'}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      autoCapitalize="none"
      spellCheck={false}
      required
      hint={isNew ? t('password_hint') : undefined}
      error={form.problems[name]}
      affix={
        <IconButton
          className="needs-js"
          aria-label={t('show_password')}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? 'eyeoff' : 'eye'} />
        </IconButton>
      }
    />
  )
}

/** Takes the code of an authenticator app. It appears after a sign-in that needs the code, so the code is the next input. */
export function AppCodeField({ form, label }: { form: AuthForm; label: string }) {
  const t = useTranslations('account')
  return (
    <Field
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      label={label}
      name="code"
      autoComplete="one-time-code"
      dir="ltr"
      hint={t('code_hint')}
      error={form.problems['code']}
    />
  )
}

/** Hidden user name for password managers, which store the password under it. */
export const HiddenName = ({ email }: { email: string }) => (
  <input className="vh" type="text" autoComplete="username" value={email} readOnly tabIndex={-1} aria-hidden="true" />
)

export const SubmitButton = ({ form, children }: { form: AuthForm; children: ReactNode }) => (
  <Button type="submit" variant="primary" size="large" block busy={form.sending}>
    {children}
  </Button>
)
