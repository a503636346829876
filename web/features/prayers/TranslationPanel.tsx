import { useEffect, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Language } from '../../../contract/fields.ts'
import { call } from '../../api.ts'
import { FormMessages } from '../../layout/FormMessages.tsx'
import { sentenceOf } from '../../messages.ts'
import { Note } from '../../ui/Note.tsx'
import { announce } from '../../ui/Toast.tsx'
import { ConsentNote } from './ConsentNote.tsx'
import { useConsent } from './consent.ts'
import type { Words } from './words.ts'

interface Translated {
  title: string | null
  content: string
}
type State = { step: 'working' | 'asking' } | { step: 'failed'; why: string } | { step: 'done'; words: Translated }

/** Asks the service, by the server or, where the operator wants that, itself. Null: it gave nothing to use. */
async function translate(
  { title, content, language, ...target }: Words,
  { locale, direct, said }: { locale: Language } & Pick<ReturnType<typeof useConsent>, 'direct' | 'said'>,
) {
  if (direct && 'provider' in direct) {
    try {
      const service = await import('./direct.ts')
      const texts = title === null ? [content] : [content, title]
      const wanted = { source: language, target: locale }
      const [translated = '', heading = null] = await service.translate(direct, texts, wanted)
      return { words: { title: heading, content: translated } }
    } catch {
      return { words: null }
    }
  }
  const consent = said === undefined ? {} : { consent: said }
  const { data, error } = await call('translations.create', { ...target, target: locale, ...consent })
  if (error) return { error }
  return { words: data.has_failed ? null : { title: data.title, content: data.content } }
}

function Panel({ words, onClose }: { words: Words; onClose: () => void }) {
  const t = useTranslations('translation')
  const locale = useLocale()
  const { service, direct, said, asksFirst, agree } = useConsent('translation')
  const [state, setState] = useState<State>({ step: asksFirst ? 'asking' : 'working' })
  const step = state.step

  useEffect(() => {
    if (step !== 'working') return undefined
    let gone = false
    const tell = async () => {
      const { words: translated, error } = await translate(words, { locale, direct, said })
      const why = error ? await sentenceOf(error, locale) : ''
      if (gone) return
      if (error?.code === 'translations.consent_needed') setState({ step: 'asking' })
      else if (!translated) setState({ step: 'failed', why })
      else {
        setState({ step: 'done', words: translated })
        announce(t('ready'))
      }
    }
    void tell()
    return () => void (gone = true)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each step; other words are another panel
  }, [step])

  const consent = async () => {
    const error = await agree()
    setState(error ? { step: 'failed', why: await sentenceOf(error, locale) } : { step: 'working' })
  }
  return (
    <div className="words__panel">
      {step === 'working' && (
        <output className="small muted" aria-busy="true">
          <span className="spinner" /> {t('working')}
        </output>
      )}
      {step === 'asking' && (
        <ConsentNote
          text={t('consent', { service })}
          agree={t('agree')}
          decline={t('decline')}
          onAgree={() => void consent()}
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
          <button type="button" className="btn btn--secondary btn--sm" onClick={() => setState({ step: 'working' })}>
            {t('retry')}
          </button>
        </div>
      )}
      {state.step === 'done' && (
        <section className="words__translated" aria-label={t('title')}>
          <div dir="auto" lang={locale}>
            {state.words.title !== null && <p className="strong">{state.words.title}</p>}
            {state.words.content.split(/\n{2,}/).map((paragraph, i) => (
              // oxlint-disable-next-line react/no-array-index-key -- paragraphs have nothing else, and do not move
              <p key={i}>{paragraph}</p>
            ))}
          </div>
          <p className="small muted">{t('by', { service })}</p>
        </section>
      )}
    </div>
  )
}

/** The words of a request in the reader's language, below those that were written. */
export default function TranslationPanel(props: { words: Words; onClose: () => void }) {
  return (
    <FormMessages area="services">
      <Panel {...props} />
    </FormMessages>
  )
}
