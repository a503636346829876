import { useEffect, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Language } from '../../../../contract/fields.ts'
import { call } from '../../../api.ts'
import { withMessages } from '../../../layout/FormMessages.tsx'
import { getErrorMessage } from '../../../layout/errorMessages.ts'
import { Note } from '../../../ui/Note.tsx'
import { announce } from '../../../ui/Toast.tsx'
import { ConsentNote } from './ConsentNote.tsx'
import { useConsent } from './consent.ts'
import type { SourceText } from './sourceText.ts'
import { Spinner } from '../../../ui/Spinner.tsx'
import { Button } from '../../../ui/Button.tsx'
import styles from './TranslationPanel.module.css'

interface Translated {
  title: string | null
  content: string
}
type State = { step: 'working' | 'asking' } | { step: 'failed'; why: string } | { step: 'done'; words: Translated }

/**
 * Calls the service through the server or, if the operator configured that, directly. Returns null for an unusable
 * response.
 */
async function translate(
  { title, content, language, ...target }: SourceText,
  {
    locale,
    direct,
    visitorConsent,
  }: { locale: Language } & Pick<ReturnType<typeof useConsent>, 'direct' | 'visitorConsent'>,
) {
  if (direct && 'provider' in direct) {
    try {
      const service = await import('./directServices.ts')
      const texts = title === null ? [content] : [content, title]
      const wanted = { source: language, target: locale }
      const [translated = '', heading = null] = await service.translate(direct, texts, wanted)
      return { words: { title: heading, content: translated } }
    } catch {
      return { words: null }
    }
  }
  const consent = visitorConsent === undefined ? {} : { consent: visitorConsent }
  const { data, error } = await call('translations.create', { ...target, target: locale, ...consent })
  if (error) return { error }
  return { words: data.has_failed ? null : { title: data.title, content: data.content } }
}

function Panel({ words, onClose }: { words: SourceText; onClose: () => void }) {
  const t = useTranslations('translation')
  const feed = useTranslations('feed')
  const locale = useLocale()
  const { service, direct, visitorConsent, asksFirst, agree } = useConsent('translation')
  const [state, setState] = useState<State>({ step: asksFirst ? 'asking' : 'working' })
  const step = state.step

  useEffect(() => {
    if (step !== 'working') return undefined
    let isUnmounted = false
    const runTranslation = async () => {
      const { words: translated, error } = await translate(words, { locale, direct, visitorConsent })
      const reason = error ? await getErrorMessage(error, locale) : ''
      if (isUnmounted) return
      if (error?.code === 'translations.consent_needed') setState({ step: 'asking' })
      else if (!translated) setState({ step: 'failed', why: reason })
      else {
        setState({ step: 'done', words: translated })
        announce(t('ready'))
      }
    }
    void runTranslation()
    return () => void (isUnmounted = true)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs once for each step; another text mounts another panel
  }, [step])

  const giveConsent = async () => {
    const error = await agree()
    setState(error ? { step: 'failed', why: await getErrorMessage(error, locale) } : { step: 'working' })
  }
  return (
    <div className={styles.panel}>
      {step === 'working' && (
        <output className="small muted" aria-busy="true">
          <Spinner /> {t('working')}
        </output>
      )}
      {step === 'asking' && (
        <ConsentNote
          text={t('consent', { service })}
          agree={t('agree')}
          decline={t('decline')}
          onAgree={() => void giveConsent()}
          onDecline={onClose}
        />
      )}
      {state.step === 'failed' && (
        <div className="stack">
          <output>
            <Note icon="info" title={t('failed')}>
              {state.why || t('failed_text')}
            </Note>
          </output>
          <Button size="small" onClick={() => setState({ step: 'working' })}>
            {feed('retry')}
          </Button>
        </div>
      )}
      {state.step === 'done' && (
        <section className={styles.translated} aria-label={t('title')}>
          <div dir="auto" lang={locale}>
            {state.words.title !== null && <p className="strong">{state.words.title}</p>}
            {state.words.content.split(/\n{2,}/).map((paragraph, i) => (
              // oxlint-disable-next-line react/no-array-index-key -- paragraphs have no id, and do not move
              <p key={i}>{paragraph}</p>
            ))}
          </div>
          <p className="small muted">{t('by', { service })}</p>
        </section>
      )}
    </div>
  )
}

/** Shows a request in the reader's language, below the original text. */
export default withMessages(Panel, 'services')
