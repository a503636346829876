import { useId, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Prayer, PrayerUpdate } from '../../../../contract/prayers.ts'
import { lazyPart } from '../../../layout/lazyPart.tsx'
import { useSite } from '../../../site.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { mayUseExternalService, toSourceText, type SourceText } from '../translations/sourceText.ts'
import { Button } from '../../../ui/Button.tsx'
import styles from './TextTools.module.css'

const TranslationPanel = lazyPart(() => import('../translations/TranslationPanel.tsx'))
// Nothing of it shows before the device has told which voices it has, or the page says that there is a service.
const Listen = lazyPart(() => import('./Listen.tsx'))

/** True if a translation is offered: there is a service, and the text is in another language. */
export function useMayTranslate(prayer: Prayer, language: string | null): boolean {
  const { services } = useSite()
  const locale = useLocale()
  return services.translation !== null && language !== locale && mayUseExternalService(prayer)
}

/** Translates the text above it, and reads it aloud. */
export function TextTools({ prayer, update }: { prayer: Prayer; update?: PrayerUpdate }) {
  const words = toSourceText(prayer, update)
  const mayTranslate = useMayTranslate(prayer, words.language)
  return (
    <div className={`${styles.words} needs-js`}>
      {/* A changed text starts a new translation. */}
      {mayTranslate && <Translate key={words.content} words={words} />}
      {!update && <Listen key={prayer.id} words={words} mayLeave={mayUseExternalService(prayer)} />}
    </div>
  )
}

function Translate({ words }: { words: SourceText }) {
  const t = useTranslations('words')
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="text"
        size="small"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <Icon name="translate" />
        {t(open ? 'hide' : 'translate')}
      </Button>
      {open && (
        <div id={id} className={styles.below}>
          <TranslationPanel words={words} onClose={() => setOpen(false)} />
        </div>
      )}
    </>
  )
}
