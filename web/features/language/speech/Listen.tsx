import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { lazyPart } from '../../../layout/lazyPart.tsx'
import { useSite } from '../../../site.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import type { SourceText } from '../translations/sourceText.ts'
import { useReadAloud } from './useReadAloud.ts'
import styles from './TextTools.module.css'

const ListenPanel = lazyPart(() => import('./ListenPanel.tsx'))

/** Reads aloud with a voice of the device, or with the service if the device has none for the language. */
export default function Listen({ words, mayLeave: mayUseService }: { words: SourceText; mayLeave: boolean }) {
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
