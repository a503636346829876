import { useTranslations } from 'use-intl'
import { useSite } from '../site.tsx'

/** Pages that say what becomes of people's words, by the name in their address. */
const PRIVACY_PAGES = new Set(['privacy-notice', 'how-privacy-works'])
export const isPrivacyPage = (slug: string | null): boolean => slug !== null && PRIVACY_PAGES.has(slug)

/** The sentence about where requests are categorized, true for this site. */
export function ClassifierSentence() {
  const t = useTranslations('content')
  const { classifier } = useSite().services
  return <p>{classifier ? t(`sorting_${classifier.sends}`, { service: classifier.service }) : t('sorting_here')}</p>
}

/** Lists the services of this site that words of requests are sent to. */
export function ServicesNote() {
  const t = useTranslations('content')
  const { translation, speech } = useSite().services
  return (
    <>
      <h2 id="leaves">{t('leaves')}</h2>
      <ClassifierSentence />
      {translation && <p>{t('translated_by', { service: translation.service })}</p>}
      {speech && <p>{t('spoken_by', { service: speech.service })}</p>}
      <p>{t('nothing_else')}</p>
    </>
  )
}
