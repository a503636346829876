import { useEffect, useRef, type FormEvent, type ReactNode, type RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { Title } from '../../site.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import aloneStyles from '../../layout/Alone.module.css'
import styles from './welcome.module.css'

/** Says where a question of the welcome stands, and the ways on from it. */
export interface Step {
  position: number
  count: number
  onBack: (() => void) | undefined
  onNext: () => void
}

interface Props {
  step: Step
  title: string
  /** Stands above the title. */
  above?: string
  lead?: string
  /** Takes the focus when the page opens, in place of the title. */
  first?: RefObject<HTMLElement | null>
  sending?: boolean
  onContinue: () => void
  children: ReactNode
}

/** One question on a page of its own, without header and footer: skip it, or answer and continue. */
export function FocusPage({ step, title, above, lead, first, sending = false, onContinue, children }: Props) {
  const t = useTranslations('welcome')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => (first ?? heading).current?.focus({ preventScroll: true }), [first])
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!sending) onContinue()
  }
  return (
    <form className={`${styles.focus} ${aloneStyles.alone}`} method="post" noValidate onSubmit={submit}>
      <Title>{title}</Title>
      <div className={styles.top}>
        {step.onBack ? (
          <IconButton aria-label={t('back')} onClick={step.onBack}>
            <Icon name="arrowleft" className="flip" />
          </IconButton>
        ) : (
          <span />
        )}
        <span>{t('step', { step: String(step.position), steps: String(step.count) })}</span>
        <Button variant="text" className={styles.skip} onClick={step.onNext}>
          {t('skip')}
        </Button>
      </div>
      <div className={styles.body}>
        {above !== undefined && <p className="small strong muted">{above}</p>}
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {lead !== undefined && <p className="secondary">{lead}</p>}
        {children}
      </div>
      <div className={styles.dock}>
        <Button type="submit" variant="primary" size="large" block busy={sending}>
          {t('go_on')}
        </Button>
      </div>
    </form>
  )
}
