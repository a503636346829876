import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Note } from '../../../ui/Note.tsx'
import { colorKeys, type Draft } from './draft.ts'
import type { ColorKey } from '../../../../contract/colors.ts'
import { Button } from '../../../ui/Button.tsx'

interface Props {
  /** Version on which the editor is based; `mine` is the draft, `theirs` what somebody else has saved since. */
  base: Draft
  mine: Draft
  theirs: Draft
  busy: boolean
  onTake: () => void
  onOverwrite: () => void
}

const measuresOf = ({ font, tokens }: Draft) => JSON.stringify([font, tokens])

/** Resolves an edit conflict of a theme: shows the other person's changes, and asks which version to keep. */
export function ThemeConflict({ base, mine, theirs, busy, onTake, onOverwrite }: Props) {
  const t = useTranslations('look')
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => note.current?.focus(), [])
  const words = (['name', 'description'] as const).map((part) => ({
    part,
    label: t(part),
    before: base[part],
    now: theirs[part],
    own: mine[part],
  }))
  const colors = colorKeys.map((key) => ({
    part: key,
    label: t(`color_${key as ColorKey}`),
    before: base.colors[key] ?? '',
    now: theirs.colors[key] ?? '',
    own: mine.colors[key] ?? '',
  }))
  const changed = [...words, ...colors].filter(({ before, now }) => before !== now)
  return (
    <Note kind="error" icon="error" title={t('conflict')} ref={note} tabIndex={-1}>
      <p>{t('conflict_text')}</p>
      <ul>
        {changed.map(({ part, label, now, own }) => (
          <li key={part}>
            <b>{label}</b>: {t('conflict_value', { theirs: now === '' ? '–' : now, mine: own === '' ? '–' : own })}
          </li>
        ))}
        {measuresOf(base) !== measuresOf(theirs) && <li>{t('measures')}</li>}
      </ul>
      <div className="row row--tight">
        <Button size="small" busy={busy} onClick={() => !busy && onTake()}>
          {t('conflict_take')}
        </Button>
        <Button size="small" busy={busy} onClick={onOverwrite}>
          {t('conflict_overwrite')}
        </Button>
      </div>
    </Note>
  )
}
