import { useTranslations } from 'use-intl'
import type { Prayer } from '../../../../contract/prayers.ts'
import { withMessages } from '../../../layout/FormMessages.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import noteStyles from '../../../ui/Note.module.css'
import { DecisionLink } from './DecisionLink.tsx'
import heldStyles from './Held.module.css'

function HeldPanel({ prayer: { id, held_reason } }: { prayer: Prayer }) {
  const t = useTranslations('care')
  if (held_reason === null || held_reason === 'crisis') return null
  return (
    <section className={`${noteStyles.note} ${heldStyles.held}`} aria-labelledby="held">
      <Icon name="clock" />
      <div>
        <b className="strong" id="held">
          {t('held')}
        </b>{' '}
        <span className="secondary">{t(`reason_${held_reason}`)}</span>
        <DecisionLink id={id} />
      </div>
    </section>
  )
}

/** Explains to the author why their request is held. In danger they have a page of their own: `CrisisRequest`. */
export default withMessages(HeldPanel, 'care')
