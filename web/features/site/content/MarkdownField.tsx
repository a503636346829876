import { useId, useRef, type KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { letterOf } from '../../../layout/letterOf.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { type Mark, applyMark, marks } from './markup.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import fieldStyles from '../../../ui/Field.module.css'
import styles from './MarkdownField.module.css'

const shortcuts: Partial<Record<string, Mark>> = { b: 'bold', i: 'italic', k: 'link' }

interface Props {
  value: string
  onChange: (value: string) => void
}

/** Edits the Markdown of a page, with buttons for editors who do not know the syntax. */
export function MarkdownField({ value, onChange }: Props) {
  const t = useTranslations('admin')
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const words = value.split(/\s+/).filter(Boolean).length

  function insertMark(kind: Mark) {
    const area = field.current
    if (!area) return
    const next = applyMark({ text: area.value, start: area.selectionStart, end: area.selectionEnd }, kind)
    onChange(next.text)
    // Runs after the new text is in the field.
    requestAnimationFrame(() => {
      area.focus()
      area.setSelectionRange(next.start, next.end)
    })
  }
  function onKeyDown(event: KeyboardEvent) {
    const kind = event.ctrlKey || event.metaKey ? shortcuts[letterOf(event)] : undefined
    if (!kind) return
    event.preventDefault()
    insertMark(kind)
  }

  return (
    <div className={fieldStyles.field}>
      <label htmlFor={id}>{t('text')}</label>
      <div className={styles.md}>
        <div className={styles.mdBar} role="toolbar" aria-label={t('formatting')}>
          {marks.map((kind) => (
            <IconButton key={kind} aria-label={t(`mark_${kind}`)} onClick={() => insertMark(kind)}>
              <Icon name={kind} />
            </IconButton>
          ))}
          <span className={`small muted ${styles.mdWords}`}>{t('words', { count: words })}</span>
        </div>
        <textarea
          id={id}
          ref={field}
          dir="auto"
          value={value}
          onKeyDown={onKeyDown}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
    </div>
  )
}
