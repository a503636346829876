import { useId, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Visibility } from '../../../../../contract/prayers.ts'
import { visibilities } from '../../../../../contract/prayers.values.ts'
import { Icon } from '../../../../ui/Icon.tsx'
import { audienceIcons } from '../PrayerMeta.tsx'
import { RadioCard } from '../../../../ui/RadioCard.tsx'
import formStyles from '../../../../ui/Form.module.css'

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
      <div className="stack stack--tight">
        {visibilities.map((audience) => (
          <div key={audience} className="stack stack--tight">
            <RadioCard
              name="visibility"
              value={audience}
              checked={audience === value}
              onChange={() => onChange(audience)}
              title={
                <>
                  <Icon name={audienceIcons[audience]} />
                  {t(`audience.${audience}`)}
                </>
              }
              description={t(`write.${audience}`)}
            />
            {audience === 'group' && value === 'group' && children}
          </div>
        ))}
      </div>
    </fieldset>
  )
}
