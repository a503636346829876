import { Fragment } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { CareCase } from '../../../../contract/cases.ts'
import { localeOf } from '../../../../contract/languages.ts'
import { useNameOf } from '../../../layout/useNameOf.ts'
import { useTime } from '../../../time.tsx'
import { useMoment } from '../../../useMoment.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { Card } from '../../../ui/Card.tsx'
import { AuthorName } from '../review/AuthorName.tsx'
import styles from './Case.module.css'

/** A text in which these sentences are marked, wherever it has them. */
function Marked({ text, sentences }: { text: string; sentences: string[] }) {
  const [sentence, ...others] = sentences
  if (sentence === undefined || sentence === '') return text
  return text.split(sentence).map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- parts of one text, which keep their places
    <Fragment key={index}>
      {index > 0 && <mark>{sentence}</mark>}
      <Marked text={part} sentences={others} />
    </Fragment>
  ))
}

/** Shows what the author wrote, with what was found in it; as far as the reader may read it. */
export function CaseRequest({ of: one }: { of: CareCase }) {
  const t = useTranslations('case')
  const alert = useTranslations('alert')
  const queue = useTranslations('queue')
  const moment = useMoment()
  const ago = useTime()
  const nameOf = useNameOf()
  const languageName = new Intl.DisplayNames(localeOf(useLocale()), { type: 'language' })
  const { title, content, language, author, pseudonym, created_at, because, waiting_updates } = one
  // The times of somebody who hides their name are rounded: shown to the minute they would be up to an hour wrong.
  const when = author === null ? ago : moment
  const texts = [title, content, ...waiting_updates.map((update) => update.content)]
  const elsewhere = because.filter((sentence) => !texts.some((text) => text?.includes(sentence)))
  return (
    <Card as="article" className="stack" aria-label={t('request')}>
      <div className={styles.by}>
        <Avatar name={author && nameOf(author.display_name)} />
        <div>
          <p className="strong">
            <AuthorName author={author} pseudonym={pseudonym} />
          </p>
          <p className="small muted" suppressHydrationWarning>
            {language === null
              ? when(created_at)
              : t('written', { time: when(created_at), language: languageName.of(language) ?? language })}
          </p>
        </div>
      </div>
      {content === null ? (
        <p className="secondary">{alert('no_words')}</p>
      ) : (
        <div className={`serif as-written ${styles.content}`} dir="auto" lang={language ?? undefined}>
          {title !== null && (
            <h2>
              <Marked text={title} sentences={because} />
            </h2>
          )}
          <Marked text={content} sentences={because} />
        </div>
      )}
      {waiting_updates.map((update) => (
        <div key={update.id}>
          <p className="small secondary" suppressHydrationWarning>
            {queue('update')} · {when(update.created_at)}
          </p>
          <p className="serif as-written" dir="auto">
            <Marked text={update.content} sentences={because} />
          </p>
        </div>
      ))}
      {content !== null && because.length > elsewhere.length && <p className="small muted">{t('marked')}</p>}
      {content !== null &&
        elsewhere.map((sentence) => (
          <p key={sentence} className="small secondary">
            {t('because')} <q dir="auto">{sentence}</q>
          </p>
        ))}
    </Card>
  )
}
