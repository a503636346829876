import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../ui/Button.tsx'
import styles from './Loading.module.css'

/** A button in the place of what follows in a list, its `children`, which it shows once it was pressed. */
export function More({ children }: { children: ReactNode }) {
  const t = useTranslations('feed')
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return children
  return (
    <p className={styles.more}>
      <Button onClick={() => setOpen(true)}>{t('more')}</Button>
    </p>
  )
}
