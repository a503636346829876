import { useTranslations } from 'use-intl'
import { MAX_CATEGORIES } from '../../../../contract/classifications.values.ts'
import { withMessages } from '../../../layout/FormMessages.tsx'
import fieldStyles from '../../../ui/Field.module.css'

function Full() {
  const t = useTranslations('sort')
  return <p className={fieldStyles.hint}>{t('full', { most: MAX_CATEGORIES })}</p>
}

/** Says that a request has as many categories as fit. */
export default withMessages(Full, 'acts')
