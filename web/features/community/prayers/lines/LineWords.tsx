import { useTranslations } from 'use-intl'
import type { Line } from '../../../../../contract/prayer-lines.ts'

/** The words of a line; those of a phrase in the language of the page. Needs the messages of `lines` for a phrase. */
export default function LineWords({ line: { content, phrase } }: { line: Pick<Line, 'content' | 'phrase'> }) {
  const t = useTranslations('phrase')
  return <q>{phrase === null ? content : t(phrase)}</q>
}
