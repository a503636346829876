import { type ReactNode, useId } from 'react'
import { Button, ButtonAnchor, ButtonLink } from '../../../ui/Button.tsx'
import { Icon, type IconName } from '../../../ui/Icon.tsx'
import rowStyles from '../../../ui/MarkRow.module.css'
import styles from './DeskToday.module.css'

type Act =
  | { label: string; to: string }
  | { label: string; href: string }
  | { label: string; onPress: () => void; isBusy: boolean }

export interface Waiting {
  key: string
  icon: IconName
  tone?: 'danger' | 'warning'
  title: string
  text: ReactNode
  /** Acts on it, here or at another place. */
  act: Act
  /** Acts on it here, beside `act`. */
  also?: Extract<Act, { onPress: unknown }>
}

/** One thing that waits: a sentence, and one button that leads to where it is done. */
export function QueueRow({
  of: { icon, tone, title, text, act, also },
  heading: Heading,
  isFirst = false,
}: {
  of: Waiting
  heading: 'h2' | 'h3'
  /** True for the row whose button is the main one of the page. */
  isFirst?: boolean
}) {
  const id = useId()
  const look = {
    'data-act': '',
    id: `${id}act`,
    variant: isFirst ? ('primary' as const) : undefined,
    'aria-labelledby': `${id}act ${id}title`,
  }
  return (
    <li
      className={[rowStyles.row, styles.row, tone === 'danger' && styles.danger, also && styles.two]
        .filter(Boolean)
        .join(' ')}
    >
      <span className={tone === 'warning' ? `disc ${styles.warning}` : 'disc'}>
        <Icon name={icon} />
      </span>
      <div className={rowStyles.words}>
        <Heading id={`${id}title`}>{title}</Heading>
        <p>{text}</p>
      </div>
      {'href' in act && (
        <ButtonAnchor {...look} href={act.href}>
          {act.label}
        </ButtonAnchor>
      )}
      {'to' in act && (
        <ButtonLink {...look} to={act.to}>
          {act.label}
        </ButtonLink>
      )}
      {'onPress' in act && (
        <Button {...look} aria-disabled={act.isBusy || undefined} onClick={act.onPress}>
          {act.label}
        </Button>
      )}
      {also && (
        <Button
          id={`${id}also`}
          aria-labelledby={`${id}also ${id}title`}
          aria-disabled={also.isBusy || undefined}
          onClick={also.onPress}
        >
          {also.label}
        </Button>
      )}
    </li>
  )
}
