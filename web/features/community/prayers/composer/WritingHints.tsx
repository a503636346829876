import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '../../../../ui/Icon.tsx'
import type { Draft } from './draft.ts'
import { findHints } from './linter.ts'
import { IconButton } from '../../../../ui/IconButton.tsx'
import noteStyles from '../../../../ui/Note.module.css'
import composerStyles from './Composer.module.css'

/** Warns about personal data in the text, one kind at a time. Blocks nothing; each hint can be dismissed. */
export default function WritingHints({ draft: { title, content } }: { draft: Draft }) {
  const t = useTranslations('compose')
  const [dismissed, setDismissed] = useState<string[]>([])
  const hint = findHints(`${title}\n${content}`).find((kind) => !dismissed.includes(kind))
  return (
    <div aria-live="polite">
      {hint !== undefined && (
        <div className={`${noteStyles.note} ${composerStyles.composeHint}`}>
          <Icon name="info" />
          <span className="secondary">{t(`hint_${hint}`)}</span>
          <IconButton aria-label={t('dismiss')} onClick={() => setDismissed([...dismissed, hint])}>
            <Icon name="x" />
          </IconButton>
        </div>
      )}
    </div>
  )
}
