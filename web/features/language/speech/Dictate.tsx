import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { call } from '../../../api.ts'
import { withMessages } from '../../../layout/FormMessages.tsx'
import { getErrorMessage } from '../../../layout/errorMessages.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { keepFocus } from '../../../ui/keepFocus.ts'
import { noopSubscribe } from '../../../ui/noopSubscribe.ts'
import { ConsentNote } from '../translations/ConsentNote.tsx'
import { readStored, writeStored } from '../../../storage.ts'
import { useConsent } from '../translations/consent.ts'
import { listen, isRecognitionSupported, type ListeningHandle, type SpeechError } from './recognition.ts'
import { record, isRecordingSupported } from './recording.ts'
import { Button } from '../../../ui/Button.tsx'
import styles from './Dictate.module.css'

const NOTICE_SEEN_KEY = 'dictation_told'

interface Props {
  /** Receives the recognised text. */
  onTranscript: (words: string) => void
  /** True if a service may receive the audio: only for text that everybody may read. */
  mayUseService: boolean
}

type Step = 'idle' | 'asking' | 'starting' | 'listening' | 'writing'

const returnFalse = () => false

/** Selects the recogniser: the browser, else the service, else none. */
function useSpeechInput(mayUseService: boolean) {
  const consent = useConsent('speech')
  const [hasSeenNotice, setHasSeenNotice] = useState(() => readStored(NOTICE_SEEN_KEY) !== null)
  // The server does not know the device, so the button appears after hydration.
  const isDevice = useSyncExternalStore(noopSubscribe, isRecognitionSupported, returnFalse)
  const hasMicrophone = useSyncExternalStore(noopSubscribe, isRecordingSupported, returnFalse)
  const acknowledgeNotice = () => {
    writeStored(NOTICE_SEEN_KEY, 'yes')
    setHasSeenNotice(true)
    return Promise.resolve(null)
  }
  return {
    ...consent,
    isDevice,
    exists: isDevice || (consent.service !== '' && mayUseService && hasMicrophone),
    asksFirst: isDevice ? !hasSeenNotice : consent.asksFirst,
    agree: isDevice ? acknowledgeNotice : consent.agree,
  }
}

/** Says once who listens: the browser, or the service. */
function Question(props: { isDevice: boolean; service: string; onAgree: () => void; onDecline: () => void }) {
  const t = useTranslations('voice')
  const { isDevice, service, onAgree, onDecline } = props
  return (
    <div className={styles.ask}>
      <ConsentNote
        text={isDevice ? t('device_dictate') : t('consent_dictate', { service })}
        agree={t(isDevice ? 'dictate' : 'agree_dictate')}
        decline={t('decline')}
        onAgree={onAgree}
        onDecline={onDecline}
      />
    </div>
  )
}

/** Sends a recording again. */
function Again({ onClick }: { onClick: () => void }) {
  const t = useTranslations('feed')
  return (
    <Button ref={keepFocus} variant="text" size="small" onClick={onClick}>
      {t('retry')}
    </Button>
  )
}

function DictateButton({ onTranscript, mayUseService }: Props) {
  const t = useTranslations('voice')
  const locale = useLocale()
  const speechInput = useSpeechInput(mayUseService)
  const { isDevice, service } = speechInput
  const [step, setStep] = useState<Step>('idle')
  const [interimText, setInterimText] = useState('')
  const running = useRef<ListeningHandle | null>(null)
  /** Recording that could not be sent because the consent is missing. */
  const unsent = useRef<string | null>(null)
  /** Recording whose words did not come: what was said is not lost with the connection. */
  const [lost, setLost] = useState<string | null>(null)
  const latest = useRef({ onTranscript, mayUseService })
  useEffect(() => {
    latest.current = { onTranscript, mayUseService }
  })
  useEffect(() => () => running.current?.stop(), [])

  const end = (sentence = '') => {
    running.current = null
    unsent.current = null
    setStep('idle')
    setInterimText(sentence)
  }
  const fail = (trouble: SpeechError | null) => end(trouble === null ? '' : t(trouble))

  async function send(audio: string) {
    setLost(null)
    // The readers of the words may have been changed since their writer spoke.
    if (!latest.current.mayUseService) return end()
    setStep('writing')
    const { direct } = speechInput
    if (direct && 'recognition_url' in direct) {
      const text = await import('../translations/directServices.ts')
        .then(({ recognize }) => recognize(direct, audio, locale))
        .catch(() => null)
      if (text === null) setLost(audio)
      return text === null ? fail('failed') : finish(text)
    }
    const { data, error } = await call('speech.recognize', { audio, language: locale })
    if (data) return finish(data.text)
    if (error.code === 'voices.consent_needed') {
      unsent.current = audio
      return setStep('asking')
    }
    if (error.status === 0 || error.status >= 500) setLost(audio)
    return end(await getErrorMessage(error, locale))
  }
  function finish(text: string) {
    if (text === '') return fail('nothing')
    latest.current.onTranscript(text)
    return end()
  }

  function start() {
    setStep('starting')
    setInterimText('')
    const onListening = () => setStep('listening')
    try {
      running.current = isDevice
        ? listen({
            language: locale,
            onListening,
            onTranscript: (text) => latest.current.onTranscript(text),
            onInterim: setInterimText,
            onEnd: fail,
          })
        : record({
            onListening,
            onAudio: (audio) => (audio === null ? fail('nothing') : void send(audio)),
            onError: fail,
          })
    } catch {
      fail('failed')
    }
  }

  async function agree() {
    // Takes the note away: a second press would begin to record.
    setStep('writing')
    setLost(unsent.current)
    const error = await speechInput.agree()
    if (error) return end(await getErrorMessage(error, locale))
    const audio = unsent.current
    return audio === null ? start() : await send(audio)
  }
  function press() {
    if (running.current) running.current.stop()
    else if (speechInput.asksFirst) setStep('asking')
    else start()
  }

  if (!speechInput.exists && step === 'idle') return null
  const isOn = step === 'starting' || step === 'listening'
  return (
    <>
      <Button
        variant="text"
        size="small"
        className={styles.dictate}
        aria-pressed={isOn}
        aria-disabled={step === 'writing' || undefined}
        onClick={() => step !== 'writing' && press()}
      >
        <Icon name="mic" />
        <span className="vh-mobile">{t(isOn ? 'stop' : 'dictate')}</span>
      </Button>
      <output className={styles.state}>
        {isOn || step === 'writing' ? t(step) : interimText}
        {isOn && interimText !== '' && <span className={styles.guess}> {interimText}</span>}
      </output>
      {step === 'idle' && lost !== null && <Again onClick={() => void send(lost)} />}
      {step === 'asking' && (
        <Question isDevice={isDevice} service={service} onAgree={() => void agree()} onDecline={() => end()} />
      )}
    </>
  )
}

/** Transcribes speech. Accesses the microphone only after the button is pressed. */
export default withMessages(DictateButton, 'services')
