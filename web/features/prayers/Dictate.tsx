import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { FormMessages } from '../../layout/FormMessages.tsx'
import { sentenceOf } from '../../messages.ts'
import { Icon } from '../../ui/Icon.tsx'
import { ConsentNote } from './ConsentNote.tsx'
import { keepAgreed, readAgreed, useConsent } from './consent.ts'
import { listen, recognizes, type Listening, type Trouble } from './recognition.ts'
import { record, records } from './recording.ts'

const TOLD = 'dictation_told'

interface Props {
  /** Takes words that were said. */
  onWords: (words: string) => void
  /** Whether a service may hear them: only what everybody may read. */
  mayLeave: boolean
}

type Step = 'idle' | 'asking' | 'starting' | 'listening' | 'writing'

const never = () => () => {}
const no = () => false

/** Who writes down what is said: the browser, else the service, else nobody. */
function useHearing(mayLeave: boolean) {
  const consent = useConsent('speech')
  const [told, setTold] = useState(() => readAgreed(TOLD) !== null)
  // The server knows nothing of the device: the button comes with the page's life.
  const isDevice = useSyncExternalStore(never, recognizes, no)
  const hasMicrophone = useSyncExternalStore(never, records, no)
  const tell = () => {
    keepAgreed(TOLD, 'yes')
    setTold(true)
    return Promise.resolve(null)
  }
  return {
    ...consent,
    isDevice,
    exists: isDevice || (consent.service !== '' && mayLeave && hasMicrophone),
    asksFirst: isDevice ? !told : consent.asksFirst,
    agree: isDevice ? tell : consent.agree,
  }
}

function Button({ onWords, mayLeave }: Props) {
  const t = useTranslations('voice')
  const locale = useLocale()
  const hearing = useHearing(mayLeave)
  const [step, setStep] = useState<Step>('idle')
  const [said, setSaid] = useState('')
  const running = useRef<Listening | null>(null)
  /** A recording that could not be sent for want of a consent. */
  const unsent = useRef<string | null>(null)
  const words = useRef(onWords)
  useEffect(() => {
    words.current = onWords
  })
  useEffect(() => () => running.current?.stop(), [])

  const end = (sentence = '') => {
    running.current = null
    setStep('idle')
    setSaid(sentence)
  }
  const fail = (trouble: Trouble | null) => end(trouble === null ? '' : t(trouble))

  async function send(audio: string) {
    setStep('writing')
    const { direct } = hearing
    if (direct && 'recognition_url' in direct) {
      const { recognize } = await import('./direct.ts')
      const text = await recognize(direct, audio, locale).catch(() => null)
      return text === null ? fail('failed') : finish(text)
    }
    const { data, error } = await call('voices.recognize', { audio, language: locale })
    if (data) return finish(data.text)
    if (error.code === 'voices.consent_needed') {
      unsent.current = audio
      return setStep('asking')
    }
    return end(await sentenceOf(error, locale))
  }
  function finish(text: string) {
    if (text === '') return fail('nothing')
    words.current(text)
    return end()
  }

  function start() {
    setStep('starting')
    setSaid('')
    const onListening = () => setStep('listening')
    try {
      running.current = hearing.isDevice
        ? listen({
            language: locale,
            onListening,
            onWords: (text) => words.current(text),
            onGuess: setSaid,
            onEnd: fail,
          })
        : record({
            onListening,
            onSound: (audio) => (audio === null ? fail('nothing') : void send(audio)),
            onTrouble: fail,
          })
    } catch {
      fail('failed')
    }
  }

  async function agree() {
    const error = await hearing.agree()
    if (error) return end(await sentenceOf(error, locale))
    const audio = unsent.current
    unsent.current = null
    return audio === null ? start() : await send(audio)
  }
  function press() {
    if (running.current) running.current.stop()
    else if (hearing.asksFirst) setStep('asking')
    else start()
  }

  if (!hearing.exists && step === 'idle') return null
  const isOn = step === 'starting' || step === 'listening'
  return (
    <>
      <button
        type="button"
        className="btn btn--sm dictate"
        aria-pressed={isOn}
        aria-disabled={step === 'writing' || undefined}
        onClick={() => step !== 'writing' && press()}
      >
        <Icon name="mic" />
        {t(isOn ? 'stop' : 'dictate')}
      </button>
      <output className="dictate__state">
        {isOn || step === 'writing' ? t(step) : said}
        {isOn && said !== '' && <span className="dictate__guess"> {said}</span>}
      </output>
      {step === 'asking' && (
        <div className="dictate__ask">
          <ConsentNote
            text={hearing.isDevice ? t('device_dictate') : t('consent_dictate', { service: hearing.service })}
            agree={t(hearing.isDevice ? 'dictate' : 'agree_dictate')}
            decline={t('decline')}
            onAgree={() => void agree()}
            onDecline={() => {
              unsent.current = null
              end()
            }}
          />
        </div>
      )}
    </>
  )
}

/** Writes down what somebody says. Nothing is asked of the microphone before the button is pressed. */
export default function Dictate(props: Props) {
  return (
    <FormMessages area="services">
      <Button {...props} />
    </FormMessages>
  )
}
