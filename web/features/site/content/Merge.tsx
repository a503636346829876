import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Note } from '../../../ui/Note.tsx'
import { mergeChunks, diffLines, suggestChoice, type MergeChoice } from './diff.ts'
import { mergeParts, type ContentFields } from './contentFields.ts'
import { Card } from '../../../ui/Card.tsx'
import { Button, ButtonRow } from '../../../ui/Button.tsx'
import { Radio } from '../../../ui/Checkbox.tsx'
import fieldStyles from '../../../ui/Field.module.css'
import editorStyles from './Editor.module.css'

const allChoices: MergeChoice[] = ['theirs', 'mine', 'both']

interface ConflictFieldProps {
  label: string
  theirs: string
  mine: string
  choices: MergeChoice[]
  choice: MergeChoice
  onChoose: (choice: MergeChoice) => void
}

/** Shows one conflict: both versions, and the choice between them. */
function ConflictField({ label, theirs, mine, choices, choice, onChoose }: ConflictFieldProps) {
  const t = useTranslations('editor')
  const name = useId()
  return (
    <fieldset className={editorStyles.mergePlace}>
      <legend className="strong">{label}</legend>
      <div className={editorStyles.mergeBoth}>
        {(['theirs', 'mine'] as const).map((whose) => (
          <div key={whose}>
            <span className="small muted">{t(whose)}</span>
            <p className={editorStyles.mergeWords} dir="auto">
              {(whose === 'theirs' ? theirs : mine) || <span className="muted">{t('nothing_here')}</span>}
            </p>
          </div>
        ))}
      </div>
      <div className="row">
        {choices.map((one) => (
          <Radio key={one} name={name} checked={choice === one} onChange={() => onChoose(one)}>
            {t(`take_${one}`)}
          </Radio>
        ))}
      </div>
    </fieldset>
  )
}

interface Props {
  /** Version on which the editor is based; null where nobody has it any more: both texts stay then, and what else `theirs` has. */
  base: ContentFields | null
  mine: ContentFields
  theirs: ContentFields
  onTake: (words: ContentFields) => void
  onCancel: () => void
}

/** Resolves an edit conflict: shows both texts, conflict by conflict, to choose from or to combine. */
export default function Merge({ base: known, mine, theirs, onTake, onCancel }: Props) {
  const t = useTranslations('editor')
  const admin = useTranslations('admin')
  const note = useRef<HTMLDivElement>(null)
  const base = known ?? { ...mine, content: '' }
  const chunks = useMemo(() => diffLines(theirs.content, mine.content), [theirs.content, mine.content])
  const conflicts = chunks.filter((piece) => piece.kind === 'changed')
  const [choices, setChoices] = useState<MergeChoice[]>(() =>
    conflicts.map((place) => suggestChoice(base.content, place)),
  )
  const [title, setTitle] = useState<MergeChoice>(mine.title === base.title ? 'theirs' : 'mine')
  const content = mergeChunks(chunks, choices)
  useEffect(() => note.current?.focus(), [])
  const take = () =>
    onTake({ ...mergeParts(base, mine, theirs), title: title === 'theirs' ? theirs.title : mine.title, content })
  return (
    <Card as="section" tight className="stack" aria-label={t('merge')}>
      <Note kind="warning" icon="alert" title={t('conflict')} ref={note} tabIndex={-1}>
        {t('conflict_text')}
      </Note>
      {theirs.title !== mine.title && (
        <ConflictField
          label={admin('title')}
          theirs={theirs.title}
          mine={mine.title}
          choices={['theirs', 'mine']}
          choice={title}
          onChoose={setTitle}
        />
      )}
      {conflicts.map(({ before, after }, index) => (
        <ConflictField
          // oxlint-disable-next-line react/no-array-index-key -- conflicts have no id
          key={index}
          label={t('place', { number: index + 1 })}
          theirs={before.join('\n')}
          mine={after.join('\n')}
          choices={allChoices}
          choice={choices[index] ?? 'both'}
          onChoose={(choice) => setChoices((all) => all.with(index, choice))}
        />
      ))}
      {conflicts.length === 0 && theirs.title === mine.title && <p className="muted">{t('same')}</p>}
      <div className={fieldStyles.field}>
        <span className={fieldStyles.label}>{t('result')}</span>
        <p className={`${editorStyles.mergeWords} ${editorStyles.mergeResult}`} dir="auto">
          {content}
        </p>
      </div>
      {known && <p className="small muted">{t('merge_others')}</p>}
      <ButtonRow>
        <Button variant="primary" onClick={take}>
          {t('merge_take')}
        </Button>
        <Button onClick={onCancel}>{t('merge_cancel')}</Button>
      </ButtonRow>
    </Card>
  )
}
