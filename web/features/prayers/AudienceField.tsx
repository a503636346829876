import { useId } from 'react'
import { useTranslations } from 'use-intl'
import type { Visibility } from '../../../contract/prayers.ts'
import { Icon } from '../../ui/Icon.tsx'
import { audienceIcons } from './PrayerMeta.tsx'

const audiences = ['public', 'members', 'team', 'private'] as const

/** Who can read a request, each choice with its consequence. */
export function AudienceField({ value, onChange }: { value: Visibility; onChange: (value: Visibility) => void }) {
  const t = useTranslations()
  const id = useId()
  return (
    <fieldset className="step" aria-labelledby={id}>
      <h2 id={id}>{t('write.audience')}</h2>
      <div className="stack audiences">
        {audiences.map((audience) => (
          <label key={audience} className="radio-card">
            <input
              type="radio"
              name="visibility"
              value={audience}
              checked={audience === value}
              onChange={() => onChange(audience)}
              aria-labelledby={`${id}${audience}t`}
              aria-describedby={`${id}${audience}`}
            />
            <span className="title" id={`${id}${audience}t`}>
              <Icon name={audienceIcons[audience]} />
              {t(`audience.${audience}`)}
            </span>
            <span className="desc" id={`${id}${audience}`}>
              {t(`write.${audience}`)}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
