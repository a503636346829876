import { useId } from 'react'
import { useTranslations } from 'use-intl'
import type { Prayer } from '../../../contract/prayers.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Popup } from '../../ui/Popup.tsx'
import { ReactionButtons } from './ReactionBar.tsx'
import { useFollow } from './useActs.ts'

/** The quiet acts at the end of a card. */
export function CardActions({ prayer }: { prayer: Prayer }) {
  const t = useTranslations()
  const id = useId()
  const follow = useFollow(prayer)
  const { is_following, is_mine, my_reactions } = prayer
  return (
    <div className="prayer__quiet">
      <Popup
        label={t('act.react')}
        summary={<Icon name="heart" className={Object.keys(my_reactions).length > 0 ? 'is-given' : ''} />}
      >
        <div className="pop__panel pop__panel--reactions">
          <h4 className="label" id={id}>
            {t('reaction.title')}
          </h4>
          <ReactionButtons prayer={prayer} label={id} />
        </div>
      </Popup>
      {!is_mine && (
        <button
          type="button"
          className="iconbtn"
          aria-label={t('act.follow')}
          aria-pressed={is_following}
          onClick={() => void follow()}
        >
          <Icon name={is_following ? 'bellon' : 'bell'} />
        </button>
      )}
    </div>
  )
}
