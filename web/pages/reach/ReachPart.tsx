import { useId, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { withMessages } from '../../layout/FormMessages.tsx'
import { useAuth } from '../../features/identity/sessions/auth.tsx'
import { Card } from '../../ui/Card.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Reach } from './Reach.tsx'
import styles from './Reach.module.css'

function Content({ onClose }: { onClose?: () => void }) {
  const t = useTranslations('reach')
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const { user } = useAuth()
  if (!user) return null
  if (onClose)
    return (
      <Dialog ref={dialog} isSheet title={t('title')} close={t('done')} onClose={onClose}>
        <Reach user={user} />
      </Dialog>
    )
  return (
    <section aria-labelledby={id}>
      <Card className={styles.card}>
        <h2 id={id}>{t('title')}</h2>
        <Reach user={user} />
      </Card>
    </section>
  )
}

/** How the site reaches a person: a card, or with `onClose` a sheet over the page. */
export default withMessages(Content, 'profile')
