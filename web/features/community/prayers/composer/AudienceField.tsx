import { useId, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Visibility } from '../../../../../contract/prayers.ts'
import { useNameOf } from '../../../../layout/useNameOf.ts'
import { visibilities } from '../../../../../contract/prayers.values.ts'
import { Avatar } from '../../../../ui/Avatar.tsx'
import { Icon } from '../../../../ui/Icon.tsx'
import { useAuth } from '../../../identity/sessions/auth.tsx'
import { audienceIcons } from '../PrayerMeta.tsx'
import styles from './Readers.module.css'

interface AudienceProps {
  value: Visibility
  /** Leaves out `private`, which has its own button for a new request. */
  withoutPrivate: boolean
  onChange: (value: Visibility) => void
  /** Further fields below the choice of groups. */
  children: ReactNode
}

/** Chooses who can read a request; each choice states its consequence. The heading takes the focus after a step. */
export function AudienceField({ value, withoutPrivate, onChange, children }: AudienceProps) {
  const t = useTranslations()
  const id = useId()
  const choices = visibilities.filter((audience) => audience !== 'private' || value === 'private' || !withoutPrivate)
  return (
    <fieldset aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        {t('compose.audience')}
      </h2>
      <div className={styles.plate}>
        {choices.map((audience) => (
          <div key={audience}>
            <label className={styles.choice}>
              <Icon name={audienceIcons[audience]} />
              <span>
                <b id={`${id}${audience}`}>{t(`audience.${audience}`)}</b>
                <small id={`${id}${audience}d`}>{t(`write.${audience}`)}</small>
              </span>
              <input
                type="radio"
                name="visibility"
                value={audience}
                checked={audience === value}
                aria-labelledby={`${id}${audience}`}
                aria-describedby={`${id}${audience}d`}
                onChange={() => onChange(audience)}
              />
            </label>
            {audience === 'group' && value === 'group' && children}
          </div>
        ))}
      </div>
    </fieldset>
  )
}

interface SharedAsProps {
  is_anonymous: boolean
  onChange: (is_anonymous: boolean) => void
}

/** Chooses between the author's name and none. */
export function SharedAs({ is_anonymous, onChange }: SharedAsProps) {
  const t = useTranslations()
  const { user } = useAuth()
  const own = useNameOf()(user?.display_name ?? '')
  return (
    <fieldset>
      <legend className={styles.label}>{t('compose.shared_as')}</legend>
      <div className={styles.pair}>
        {[false, true].map((anonymous) => (
          <label key={String(anonymous)}>
            <Avatar name={anonymous ? null : own} />
            <bdi>{anonymous ? t('prayer.anonymous') : own}</bdi>
            <input
              type="radio"
              name="is_anonymous"
              value={String(anonymous)}
              checked={anonymous === is_anonymous}
              onChange={() => onChange(anonymous)}
            />
            <Icon name="check" />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
