import { useTranslations } from 'use-intl'
import type { Prayer } from '../../../../contract/prayers.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { useReact } from './useReactions.ts'

/** Gives thanks for an answer, or takes it back. The author is told how many did. */
export default function GiveThanks({ prayer, className }: { prayer: Prayer; className: string }) {
  const t = useTranslations('prayer')
  const react = useReact(prayer)
  const isGiven = prayer.my_reactions.thanks !== undefined
  return (
    <button type="button" className={className} aria-pressed={isGiven} onClick={() => void react('thanks')}>
      <Icon name="sunrise" />
      {t(isGiven ? 'gave_thanks' : 'give_thanks')}
    </button>
  )
}
