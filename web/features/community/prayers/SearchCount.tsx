import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { catchFocus } from '../../../layout/NewPage.tsx'
import { announce } from '../../../ui/Toast.tsx'
import { feedQuery, type Filter } from './queries.ts'
import feedStyles from './Feed.module.css'

/** Says how many requests match the words, and leaves whoever searched at them: the field is made anew with the words. */
export default function SearchCount({ filter }: { filter: Filter }) {
  const t = useTranslations('feed')
  const { data } = useQuery(feedQuery(filter))
  const { search: words, page } = filter
  const count = page === 0 ? data?.items.length : undefined
  const found = count ? t('found', { count, more: String(data?.has_more), words }) : ''
  const said = count === 0 ? t('not_found', { words }) : found
  useEffect(() => {
    if (said === '') return
    announce(said)
    catchFocus('requests')
  }, [said])
  return found && <p className={`small secondary ${feedStyles.found}`}>{found}</p>
}
