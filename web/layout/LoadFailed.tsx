import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../ui/Button.tsx'
import { Note } from '../ui/Note.tsx'
import styles from './Loading.module.css'

interface Props {
  title: string
  /** Why, when the title does not say it. */
  children?: ReactNode
  refetch: () => unknown
}

/** Says that something could not be loaded, with a button to try again. */
export function LoadFailed({ title, children, refetch }: Props) {
  const t = useTranslations('feed')
  return (
    <div className={`stack ${styles.failed}`}>
      <Note kind="error" icon="error" title={title}>
        {children}
      </Note>
      <Button onClick={() => void refetch()}>{t('retry')}</Button>
    </div>
  )
}
