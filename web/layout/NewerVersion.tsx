import type { MouseEvent, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button, ButtonRow } from '../ui/Button.tsx'
import { Card, CardTitle } from '../ui/Card.tsx'

interface Props {
  /** Says who saved it; default: the same person, elsewhere. */
  text?: string
  /** Shows what was saved. */
  children: ReactNode
  onTake: () => void
  onKeep: () => void
}

/** For buttons that go with the choice of a version: the focus goes to the words; in a step without them, to what sends. */
export const choosing = (act: () => void) => (event: MouseEvent) => {
  const next = event.currentTarget.closest('form')?.querySelectorAll<HTMLElement>('textarea, [type=submit]') ?? []
  Array.from(next)
    .find((element) => element.getClientRects().length > 0)
    ?.focus()
  act()
}

/** Shows what was saved while somebody was writing, and lets them choose. Needs the messages of forms. */
export function NewerVersion({ text, children, onTake, onKeep }: Props) {
  const t = useTranslations('write')
  return (
    <Card as="section" tight className="stack" aria-labelledby="newer">
      <CardTitle id="newer">{t('newer')}</CardTitle>
      <p>{text ?? t('newer_text')}</p>
      {children}
      <ButtonRow>
        <Button onClick={choosing(onKeep)}>{t('newer_keep')}</Button>
        <Button onClick={choosing(onTake)}>{t('newer_take')}</Button>
      </ButtonRow>
    </Card>
  )
}
