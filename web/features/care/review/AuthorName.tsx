import { useNameOf } from '../../../layout/useNameOf.ts'
import { useTranslations } from 'use-intl'

/** Shows the author of a request as far as staff may know: a name, a pseudonym, or that the account was deleted. */
export function AuthorName({
  author,
  pseudonym,
}: {
  author: { display_name: string } | null
  pseudonym: string | null
}) {
  const t = useTranslations('staff')
  const nameOf = useNameOf()
  if (author) return <bdi>{nameOf(author.display_name)}</bdi>
  return pseudonym === null ? t('gone') : t('nameless', { pseudonym })
}
