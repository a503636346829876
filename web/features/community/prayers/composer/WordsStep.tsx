import { useId } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { MAX_CONTENT_LENGTH } from '../../../../../contract/prayers.values.ts'
import { codePoints } from '../../../../fieldErrors.ts'
import { lazyPart, Nothing } from '../../../../layout/lazyPart.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { ErrorText } from '../../../../ui/Field.tsx'
import { useFieldHeight } from '../../../../ui/useFieldHeight.ts'
import { CategoryChips } from './CategoryChips.tsx'
import type { Draft } from './draft.ts'
import type { Suggestions } from './suggestions.ts'
import styles from './Composer.module.css'

const HelpLine = lazyPart(() => import('../HelpLine.tsx'), Nothing, ['forms', 'care'])
const WritingHints = lazyPart(() => import('./WritingHints.tsx'), Nothing)
const Dictate = lazyPart(() => import('../../../language/speech/Dictate.tsx'))

const COUNTER_THRESHOLD = 4750
interface Props {
  heading: string
  draft: Draft
  suggestions: Suggestions
  error: string | undefined
  /** True while no word is taken. */
  isSending: boolean
  change: (part: Partial<Draft>) => void
  /** Appends words that were dictated. */
  onDictated: (words: string) => void
  onLeft: () => void
}

/** First step: the words, with suggestions below them once there are any. */
export function WordsStep({ heading, draft, suggestions, error, isSending, change, onDictated, onLeft }: Props) {
  const t = useTranslations()
  const id = useId()
  const field = useFieldHeight()
  const used = codePoints(draft.content)
  const hasChips = draft.content.trim() !== '' || draft.categoryIds.length > 0
  return (
    <div className={`${styles.step} ${styles.words}`}>
      <h1 tabIndex={-1}>{heading}</h1>
      <div className={styles.paper}>
        <label className="vh" htmlFor={id}>
          {t('write.content')}
        </label>
        <textarea
          id={id}
          ref={field}
          className={styles.write}
          name="content"
          rows={4}
          // The placeholder is in the language of the page.
          dir={draft.content === '' ? undefined : 'auto'}
          placeholder={t('write.lead')}
          readOnly={isSending}
          value={draft.content}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error === undefined ? `${id}c` : `${id}e ${id}c`}
          onChange={(event) => change({ content: event.target.value })}
          onBlur={onLeft}
        />
        <output className={`small muted ${styles.left}`} htmlFor={id} id={`${id}c`}>
          {used >= COUNTER_THRESHOLD && t('write.nearly', { left: Math.max(0, MAX_CONTENT_LENGTH - used) })}
        </output>
        {hasChips && <CategoryChips draft={draft} suggestions={suggestions} change={change} />}
        <WritingHints draft={draft} />
        <div className={styles.dock}>
          {suggestions.found?.offers_help && <HelpLine />}
          {error !== undefined && <ErrorText id={`${id}e`}>{error}</ErrorText>}
          <div className={styles.bar}>
            {/* What is said after the press would be lost. */}
            {!isSending && (
              <Dictate mayUseService={draft.visibility === 'public' && !draft.is_guarded} onTranscript={onDictated} />
            )}
            <Link to="/help-now">{t('compose.help')}</Link>
            <Button type="submit" variant="primary" className={`needs-js ${styles.next}`}>
              {t('compose.continue')}
            </Button>
          </div>
        </div>
      </div>
    </div>
  )
}
