import { useEffect, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Language } from '../../../../contract/fields.ts'
import { call, type Failure } from '../../../api.ts'
import { withMessages } from '../../../layout/FormMessages.tsx'
import { getErrorMessage } from '../../../layout/errorMessages.ts'
import { Note } from '../../../ui/Note.tsx'
import { ConsentNote } from '../translations/ConsentNote.tsx'
import { useConsent } from '../translations/consent.ts'
import type { SourceText } from '../translations/sourceText.ts'
import { Spinner } from '../../../ui/Spinner.tsx'

type FetchOptions = { locale: Language } & Pick<ReturnType<typeof useConsent>, 'direct' | 'visitorConsent'>
type PartResult = { audio: string; parts: number } | { error: Failure | null }

/** Fetches one part of the text as MP3 in base64. */
async function fetchPart(
  words: SourceText,
  part: number,
  { locale, direct, visitorConsent }: FetchOptions,
): Promise<PartResult> {
  const { title, content, language, ...target } = words
  if (direct && 'synthesis_url' in direct) {
    try {
      const service = await import('../translations/directServices.ts')
      // The service accepts 5,000 bytes; nearly all characters in use take three bytes at most.
      const parts =
        [title, content]
          .filter(Boolean)
          .join('.\n')
          .match(/[^]{1,1500}/gu) ?? []
      const audio = await service.synthesize(direct, parts[part] ?? '', language ?? locale)
      return { audio, parts: parts.length }
    } catch {
      return { error: null }
    }
  }
  const consent = visitorConsent === undefined ? {} : { consent: visitorConsent }
  const { data, error } = await call('speech.synthesize', { ...target, part, ...consent })
  return data ?? { error }
}

/** Plays audio; resolves when it has ended or was stopped. Stores nothing. */
async function play(context: AudioContext, audio: string, signal: AbortSignal): Promise<void> {
  const bytes = Uint8Array.from(atob(audio), (character) => character.codePointAt(0) ?? 0)
  const source = context.createBufferSource()
  source.buffer = await context.decodeAudioData(bytes.buffer)
  source.connect(context.destination)
  if (signal.aborted) return
  await new Promise<void>((resolve) => {
    source.addEventListener('ended', () => resolve())
    signal.addEventListener('abort', () => source.stop())
    source.start()
  })
}

type State = { step: 'playing' | 'asking' } | { step: 'failed'; why: string }

function Panel({ words, onEnd }: { words: SourceText; onEnd: () => void }) {
  const t = useTranslations('voice')
  const locale = useLocale()
  const { service, direct, visitorConsent, asksFirst, agree } = useConsent('speech')
  const [state, setState] = useState<State>({ step: asksFirst ? 'asking' : 'playing' })
  const [waiting, setWaiting] = useState(true)
  const { step } = state

  useEffect(() => {
    if (step !== 'playing') return undefined
    const aborted = new AbortController()
    const context = new AudioContext()
    const read = async () => {
      let parts = 1
      for (let part = 0; part < parts; part += 1) {
        setWaiting(true)
        const sound = await fetchPart(words, part, { locale, direct, visitorConsent })
        if (aborted.signal.aborted) return
        if ('error' in sound) {
          const { error } = sound
          if (error?.code === 'voices.consent_needed') setState({ step: 'asking' })
          else setState({ step: 'failed', why: error ? await getErrorMessage(error, locale) : '' })
          return
        }
        ;({ parts } = sound)
        setWaiting(false)
        await play(context, sound.audio, aborted.signal)
      }
      onEnd()
    }
    read().catch(() => setState({ step: 'failed', why: '' }))
    return () => {
      aborted.abort()
      void context.close()
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs once for each step; another text mounts another panel
  }, [step])

  const giveConsent = async () => {
    const error = await agree()
    setState(error ? { step: 'failed', why: await getErrorMessage(error, locale) } : { step: 'playing' })
  }
  if (state.step === 'asking') {
    return (
      <ConsentNote
        text={t('consent_read', { service })}
        agree={t('agree_read')}
        decline={t('decline')}
        onAgree={() => void giveConsent()}
        onDecline={onEnd}
      />
    )
  }
  return (
    <output className="small muted">
      {state.step === 'failed' ? (
        <Note icon="info" title={t('failed_read')}>
          {state.why}
        </Note>
      ) : (
        waiting && (
          <>
            <Spinner /> {t('preparing')}
          </>
        )
      )}
    </output>
  )
}

/** Reads aloud with a service, where the device has no voice for the language. */
export default withMessages(Panel, 'services')
