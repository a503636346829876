import { useTranslations } from 'use-intl'
import { withMessages } from '../../../layout/FormMessages.tsx'

/** Says what somebody else has saved meanwhile. */
function Theirs({ text }: { text: string }) {
  const t = useTranslations('imprint')
  return <p className="small secondary">{t('theirs', { text })}</p>
}

export default withMessages(Theirs, 'admin_pages')
