import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import type { Failure } from '../../../api.ts'
import { useErrorMessage } from '../../../layout/errorMessages.ts'
import { withMessages } from '../../../layout/FormMessages.tsx'
import { takeLostFocus } from '../../../ui/takeLostFocus.ts'
import { Note } from '../../../ui/Note.tsx'
import { announce } from '../../../ui/Toast.tsx'
import { feedQuery, type Filter } from './queries.ts'
import feedStyles from './Feed.module.css'

/** Says how many requests match the words, and leaves whoever searched at them: the field is made anew with the words. */
function SearchCount({ filter }: { filter: Filter }) {
  const t = useTranslations('feed_notes')
  const { data } = useQuery(feedQuery(filter))
  const { search: words, page } = filter
  const count = page === 0 ? data?.items.length : undefined
  const found = count ? t('found', { count, more: String(data?.has_more), words }) : ''
  const said = count === 0 ? t('not_found', { words }) : found
  useEffect(() => {
    if (said === '') return
    announce(said)
    takeLostFocus(document.getElementById('requests'))
  }, [said])
  return found && <p className={`small secondary ${feedStyles.found}`}>{found}</p>
}

const GONE: Failure = { status: 404, code: 'categories.not_found', detail: 'We can’t find this category.' }

function GoneNote() {
  const title = useErrorMessage(GONE)
  return (
    title !== undefined && (
      <div className={feedStyles.found}>
        <Note icon="info" title={title} />
      </div>
    )
  )
}

function Notes({ filter, isGone }: { filter: Filter; isGone: boolean }) {
  return (
    <>
      {isGone && <GoneNote />}
      {filter.search !== '' && <SearchCount filter={filter} />}
    </>
  )
}

/** Says above the requests how many match the words, and that the category of an address is gone. */
export default withMessages(Notes, 'acts')
