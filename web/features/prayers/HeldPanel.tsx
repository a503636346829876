import '../../styles/care.css'
import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import type { Prayer } from '../../../contract/prayers.ts'
import { FormMessages } from '../../layout/FormMessages.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Helplines } from '../helplines/Helplines.tsx'

const kinds = ['self_harm', 'third_person', 'unsafe_home'] as const

function Panel({ prayer: { held_reason, alert, visibility } }: { prayer: Prayer }) {
  const t = useTranslations('care')
  const kind = kinds.find((one) => one === alert) ?? 'self_harm'
  if (held_reason === null) return null
  if (held_reason !== 'crisis') {
    return (
      <section className="note held" aria-labelledby="held">
        <Icon name="clock" />
        <div>
          <b className="strong" id="held">
            {t('held')}
          </b>{' '}
          <span className="secondary">{t(`reason_${held_reason}`)}</span>
        </div>
      </section>
    )
  }
  return (
    <section className="card crisis" aria-labelledby="crisis">
      <h2 id="crisis">
        <Icon name="care" />
        {t('title')}
      </h2>
      <p>{t(kind)}</p>
      <Helplines kind={kind} />
      <p className="secondary">{t(visibility === 'private' ? 'kept_private' : 'kept')}</p>
    </section>
  )
}

/** On the author's own request while it waits: why, and in danger where to turn. */
export default function HeldPanel({ prayer }: { prayer: Prayer }) {
  return (
    <Suspense>
      <FormMessages area="care">
        <Panel prayer={prayer} />
      </FormMessages>
    </Suspense>
  )
}
