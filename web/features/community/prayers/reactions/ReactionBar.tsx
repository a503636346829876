import { useId } from 'react'
import { useTranslations } from 'use-intl'
import type { Prayer, PrayerUpdate } from '../../../../../contract/prayers.ts'
import { Icon } from '../../../../ui/Icon.tsx'
import { Popup, PopupPanel } from '../../../../ui/Popup.tsx'
import type { ReactionState } from '../reacting.ts'
import { reactionIcons, useReact } from '../useReactions.ts'
import styles from './ReactionBar.module.css'

/** Shows the five reactions that a reader can send, each with its count. */
export function ReactionButtons({
  prayer,
  reacted = prayer,
  update_id,
  label,
}: {
  prayer: Prayer
  reacted?: ReactionState
  update_id?: string
  /** Id of the heading that labels the group. */
  label: string
}) {
  const t = useTranslations('reaction')
  const react = useReact(prayer, update_id)
  return (
    <fieldset className={styles.reactions} aria-labelledby={label}>
      {reactionIcons.map(([type, icon]) => (
        <button
          key={type}
          type="button"
          className={`${styles.reaction} needs-js`}
          aria-pressed={reacted.my_reactions[type] !== undefined}
          onClick={() => void react(type)}
        >
          <Icon name={icon} />
          {t(type)}
          {(reacted.reactions[type] ?? 0) > 0 && (
            <span className="num">{t('number', { n: reacted.reactions[type] ?? 0 })}</span>
          )}
        </button>
      ))}
    </fieldset>
  )
}

/** Shows an author which words of support came, and how often each: nobody encourages themselves. */
function ReactionCounts({ reactions, className = '' }: Pick<ReactionState, 'reactions'> & { className?: string }) {
  const t = useTranslations('reaction')
  const given = reactionIcons.filter(([type]) => (reactions[type] ?? 0) > 0)
  if (given.length === 0) return null
  return (
    <div className={`${styles.reactions} small secondary ${className}`}>
      {given.map(([type, icon]) => (
        <span key={type} className="iconline">
          <Icon name={icon} />
          <span>
            {t(type)} <span className="num">{t('number', { n: reactions[type] ?? 0 })}</span>
          </span>
        </span>
      ))}
    </div>
  )
}

/** Shows the reactions in a menu behind a heart, where space is limited: on a card or an update. */
export function ReactionMenu({ prayer, update }: { prayer: Prayer; update?: PrayerUpdate }) {
  const t = useTranslations()
  const id = useId()
  const reacted = update ?? prayer
  const isGiven = Object.keys(reacted.my_reactions).length > 0
  if (prayer.is_mine) return <ReactionCounts reactions={reacted.reactions} />
  return (
    <Popup
      label={t(update ? 'act.react_to_update' : 'reaction.title')}
      summary={<Icon name="heart" className={isGiven ? styles.isGiven : ''} />}
    >
      <PopupPanel className={styles.panel}>
        <h4 className={styles.label} id={id}>
          {t('reaction.title')}
        </h4>
        <ReactionButtons prayer={prayer} reacted={reacted} {...(update && { update_id: update.id })} label={id} />
      </PopupPanel>
    </Popup>
  )
}

export function ReactionBar({ prayer }: { prayer: Prayer }) {
  const t = useTranslations('reaction')
  const id = useId()
  if (prayer.is_mine) return <ReactionCounts reactions={prayer.reactions} className={styles.came ?? ''} />
  return (
    <section className={styles.support}>
      <h2 className={styles.label} id={id}>
        {t('title')}
      </h2>
      <ReactionButtons prayer={prayer} label={id} />
    </section>
  )
}
