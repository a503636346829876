import { useTranslations } from 'use-intl'
import type { Prayer } from '../../../../contract/prayers.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { ReactionMenu } from './reactions/ReactionBar.tsx'
import { useFollow } from './useReactions.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import prayerStyles from './Prayer.module.css'

/** Shows the secondary actions at the end of a card. */
export function CardActions({ prayer }: { prayer: Prayer }) {
  const t = useTranslations()
  const follow = useFollow(prayer)
  const { is_following, is_mine } = prayer
  return (
    <div className={prayerStyles.quiet}>
      {!is_mine && <ReactionMenu prayer={prayer} />}
      {!is_mine && (
        <IconButton aria-label={t('act.follow')} aria-pressed={is_following} onClick={() => void follow()}>
          <Icon name={is_following ? 'bellon' : 'bell'} />
        </IconButton>
      )}
    </div>
  )
}
