import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button, ButtonRow } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Note } from '../../../ui/Note.tsx'

/**
 * Shows what somebody wrote about what was decided meanwhile, or what `title` says: by others, or by their own press whose answer was
 * lost. Takes the focus from the field that is gone.
 */
export function LeftWords({
  words,
  title,
  onClose,
}: {
  words: string
  title?: string | undefined
  onClose: () => void
}) {
  const t = useTranslations('staff')
  const field = useTranslations('field')
  const why = title ?? t('meanwhile')
  const card = useRef<HTMLElement>(null)
  useEffect(() => card.current?.focus(), [])
  return (
    <Card as="section" className="stack" ref={card} tabIndex={-1} aria-label={why}>
      <Note icon="info" title={why} />
      <p className="as-written" dir="auto">
        {words}
      </p>
      <ButtonRow>
        <Button onClick={onClose}>{field('close')}</Button>
      </ButtonRow>
    </Card>
  )
}

/** Keeps what is written in the cards of a list for when a card leaves it. */
export function useLeftWords() {
  const [left, setLeft] = useState<string[]>([])
  return {
    onLeft: (words: string) => setLeft((others) => [...others, words]),
    leftWords: left.map((words, index) => (
      <LeftWords key={words} words={words} onClose={() => setLeft(left.toSpliced(index, 1))} />
    )),
  }
}

/** In a card: calls `onLeft` when the card leaves the list before its words are sent. */
export function useWordsOfCard(words: string, onLeft: (words: string) => void): void {
  const last = useRef({ words, onLeft })
  useEffect(() => {
    last.current = { words: words.trim(), onLeft }
  })
  useEffect(() => () => void (last.current.words !== '' && last.current.onLeft(last.current.words)), [])
}
