import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useFieldErrorText } from '../../../../fieldErrors.ts'
import { NotLoaded, lazyPart } from '../../../../layout/lazyPart.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { AudienceField, SharedAs } from './AudienceField.tsx'
import type { Draft, Problems } from './draft.ts'
import { MoreOptions } from './MoreOptions.tsx'
import type { useSuggestions } from './suggestions.ts'
import styles from './Composer.module.css'
import readersStyles from './Readers.module.css'

const GroupChoice = lazyPart(() => import('./GroupChoice.tsx'), NotLoaded)

interface Props {
  draft: Draft
  /** True if the request can be shared with several groups at once. */
  multiple: boolean
  suggestions: ReturnType<typeof useSuggestions>
  problems: Problems
  /** True while no word is taken. */
  isSending: boolean
  change: (part: Partial<Draft>) => void
  onEdit: () => void
  onTitleLeft: () => void
  /** Shares the request with nobody. */
  onKeep: () => void
  /** Holds the button that sends the form. */
  children: ReactNode
}

/** The second step: who can read the request, and as whose. */
export function ReadersStep({
  draft,
  multiple,
  suggestions,
  problems,
  isSending,
  change,
  onEdit,
  onTitleLeft,
  onKeep,
  children,
}: Props) {
  const t = useTranslations()
  const sentence = useFieldErrorText()
  return (
    <div className={`${styles.step} ${styles.readers}`}>
      <div className={`${readersStyles.said} needs-js`}>
        <p className="clamped" dir="auto">
          {draft.content}
        </p>
        <Button variant="text" size="small" onClick={onEdit}>
          {t('compose.edit')}
        </Button>
      </div>
      <AudienceField
        value={draft.visibility}
        withoutPrivate={multiple}
        onChange={(visibility) => change({ visibility })}
      >
        <GroupChoice
          value={draft.group_ids}
          multiple={multiple}
          error={problems['group_ids'] && t('write.groups_needed')}
          onChange={(group_ids) => change({ group_ids })}
          inSummary={draft.is_guarded ? null : draft.in_summary}
          onLetIn={(in_summary) => change({ in_summary })}
        />
      </AudienceField>
      <SharedAs is_anonymous={draft.is_anonymous} onChange={(is_anonymous) => change({ is_anonymous })} />
      <MoreOptions
        draft={draft}
        suggestions={suggestions}
        isSending={isSending}
        titleError={problems['title'] && sentence(problems['title'], draft.title)}
        dayError={problems['expires_at'] && sentence(problems['expires_at'], draft.date)}
        change={change}
        onTitleLeft={onTitleLeft}
      />
      {multiple && draft.visibility !== 'private' && (
        <Button variant="text" className={`needs-js ${readersStyles.keep}`} onClick={onKeep}>
          {t('compose.keep')}
        </Button>
      )}
      <div className={styles.dock}>{children}</div>
    </div>
  )
}
