import { useTranslations } from 'use-intl'
import { withMessages } from '../../../../layout/FormMessages.tsx'
import type { Line } from '../../../../../contract/prayer-lines.ts'

interface Props {
  line: Pick<Line, 'content' | 'phrase'>
}

function Words({ line: { content, phrase } }: Props) {
  const t = useTranslations('phrase')
  return <q>{phrase === null ? content : t(phrase)}</q>
}

/** The words of a line; those of a phrase in the language of the page. */
export default withMessages(Words, 'lines')
