import { useId, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Visibility } from '../../../../../contract/prayers.ts'
import { visibilities } from '../../../../../contract/prayers.values.ts'
import { Icon } from '../../../../ui/Icon.tsx'
import { audienceIcons } from '../PrayerMeta.tsx'
import formStyles from '../../../../ui/Form.module.css'
import radioCardStyles from '../../../../ui/RadioCard.module.css'

interface Props {
  value: Visibility
  onChange: (value: Visibility) => void
  /** Further fields below the choice of groups. */
  children: ReactNode
}

/** Chooses who can read a request; each choice states its consequence. */
export function AudienceField({ value, onChange, children }: Props) {
  const t = useTranslations()
  const id = useId()
  return (
    <fieldset className={formStyles.step} aria-labelledby={id}>
      <h2 id={id}>{t('write.audience')}</h2>
      <div className={`stack ${radioCardStyles.audiences}`}>
        {visibilities.map((audience) => (
          <div key={audience} className={`stack ${radioCardStyles.audiences}`}>
            <label className={radioCardStyles.card}>
              <input
                type="radio"
                name="visibility"
                value={audience}
                checked={audience === value}
                onChange={() => onChange(audience)}
                aria-labelledby={`${id}${audience}t`}
                aria-describedby={`${id}${audience}`}
              />
              <span className={radioCardStyles.title} id={`${id}${audience}t`}>
                <Icon name={audienceIcons[audience]} />
                {t(`audience.${audience}`)}
              </span>
              <span className={radioCardStyles.desc} id={`${id}${audience}`}>
                {t(`write.${audience}`)}
              </span>
            </label>
            {audience === 'group' && value === 'group' && children}
          </div>
        ))}
      </div>
    </fieldset>
  )
}
