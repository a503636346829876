import type { ComponentProps } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from './Button.tsx'

/** Leaves what was begun, and changes nothing. Needs the messages of forms. */
export function CancelButton(props: Omit<ComponentProps<typeof Button>, 'children'>) {
  const t = useTranslations('field')
  return <Button {...props}>{t('cancel')}</Button>
}
