import { useId, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Prayer, PrayerUpdate } from '../../../../contract/prayers.ts'
import { lazyPart } from '../../../layout/lazyPart.tsx'
import { useSite } from '../../../site.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { useReadAloud } from './useReadAloud.ts'
import { mayUseExternalService, toSourceText, type SourceText } from '../translations/sourceText.ts'
import { Button } from '../../../ui/Button.tsx'
import styles from './TextTools.module.css'

const TranslationPanel = lazyPart(() => import('../translations/TranslationPanel.tsx'))
const ListenPanel = lazyPart(() => import('./ListenPanel.tsx'))

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

/** Reads aloud with a voice of the device, or with the service if the device has none for the language. */
function Listen({ words, mayLeave: mayUseService }: { words: SourceText; mayLeave: boolean }) {
  const t = useTranslations('words')
  const { services } = useSite()
  const device = useReadAloud(words)
  const [isRequested, setRequested] = useState(false)
  const byService = services.speech !== null && mayUseService
  if (!device.exists && !byService) return null
  const reading = device.exists ? device.reading : isRequested
  const toggle = () => {
    if (!device.exists) setRequested(!isRequested)
    else if (device.reading) device.stop()
    else device.read()
  }
  return (
    <>
      <Button variant="text" size="small" aria-pressed={reading} onClick={toggle}>
        <Icon name={reading ? 'pause' : 'play'} />
        {t(reading ? 'stop_reading' : 'read')}
      </Button>
      {isRequested && !device.exists && (
        <div className={styles.below}>
          <ListenPanel words={words} onEnd={() => setRequested(false)} />
        </div>
      )}
    </>
  )
}
