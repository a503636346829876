import { useQuery } from '@tanstack/react-query'
import { Navigate, useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import type { PrayerDetail } from '../../contract/prayers.ts'
import { alertKinds } from '../../contract/prayers.values.ts'
import { isMissing } from '../api.ts'
import { CrisisPage } from '../features/care/care/CrisisPage.tsx'
import { helplinesQuery, nameCountries, preloadHelp, type Country } from '../features/care/care/help.ts'
import { countryOf, ownCountry } from '../features/care/care/ownCountry.ts'
import OwnTalk, { TalkLink, useOwnCase } from '../features/care/cases/OwnTalk.tsx'
import { DecisionLink } from '../features/care/review/DecisionLink.tsx'
import { isHeldForDanger } from '../features/community/prayers/held.ts'
import { PrayerMeta, PrayerTags, PrayerText } from '../features/community/prayers/PrayerMeta.tsx'
import { prayerQuery } from '../features/community/prayers/queries.ts'
import { Updates } from '../features/community/updates/Updates.tsx'
import { useAuth } from '../features/identity/sessions/auth.tsx'
import { useRequireSignIn } from '../features/identity/sessions/useRequireSignIn.ts'
import { PageError } from '../layout/PageError.tsx'
import { FormMessages } from '../layout/FormMessages.tsx'
import { Loading } from '../layout/Loading.tsx'
import { useGone } from '../layout/useGone.ts'
import { pageLanguage } from '../messages.ts'
import { endpointQuery, preload, preloadInBrowser, useHydratedState, type RouteQueries } from '../query.ts'
import { Title } from '../site.tsx'
import { Card } from '../ui/Card.tsx'
import { useIsHydrated } from '../ui/useIsHydrated.ts'
import type { Route } from './+types/held-prayer.ts'

const alarmQuery = (id: string) => endpointQuery('alarms.own', { id }, true)

const queries: RouteQueries = ({ params: { id = '' }, reader_id }) =>
  reader_id === null ? [] : [prayerQuery(id), helplinesQuery, alarmQuery(id)]
const preloadPage = preload(queries)

export async function loader(where: Route.LoaderArgs) {
  const [state, { countries, country }] = await Promise.all([preloadPage(where), preloadHelp(where)])
  return { state, countries, country }
}
export const clientLoader = preloadInBrowser(queries)

/** How often the page asks whether somebody was told. Milliseconds. */
const ASK_AGAIN_MS = 15_000

/**
 * Says what becomes of the request: that the care team will read it only until they have, and that they were told only once somebody
 * was; until then, who can listen now. The author alone reads a private one, of which somebody may know from before.
 */
function WhatHappens({ id, isPrivate }: { id: string; isPrivate: boolean }) {
  const t = useTranslations('care')
  const words = useTranslations('talk')
  const { data } = useQuery({
    ...alarmQuery(id),
    // Nobody is told of a private one.
    refetchInterval: ({ state }) => (isPrivate || state.data?.is_told === true ? false : ASK_AGAIN_MS),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  })
  // A carer who wrote to the author has read it.
  const { data: talk } = useOwnCase(id)
  const isRead = data?.is_read === true || (talk?.messages.length ?? 0) > 0
  if (isPrivate && data?.is_told === false) return <p>{t('kept_private')}</p>
  return (
    <>
      {!isPrivate && <p>{isRead ? words('hint') : t('kept')}</p>}
      {data && <output className="small secondary">{t(data.is_told ? 'told' : 'not_told')}</output>}
    </>
  )
}

interface Help {
  /** The server sent it with the page; null when the reader came from another page. */
  help: { country: string; countries: Country[] } | null
}

function Content({ prayer, help }: Help & { prayer: PrayerDetail }) {
  const t = useTranslations()
  const [search] = useSearchParams()
  const { data } = useQuery(helplinesQuery)
  const { id, title, language, visibility, alert, updates } = prayer
  const kind = alertKinds.find((one) => one === alert) ?? 'self_harm'
  // The server knows no country of a page that it rendered for a visitor.
  const device = useIsHydrated() ? ownCountry() : ''
  const here = help && help.country !== '' ? help.country : device
  return (
    <CrisisPage
      heading={t('care.title')}
      lead={t(`care.${kind}`)}
      news={<TalkLink id={id} />}
      kind={kind}
      country={search.get('country') ?? (here === '' ? countryOf(language) : here)}
      countries={help?.countries ?? nameCountries(data?.items ?? [], pageLanguage())}
    >
      <OwnTalk id={id} />
      <h2>{t('care.what_happens')}</h2>
      <WhatHappens id={id} isPrivate={visibility === 'private'} />
      <DecisionLink id={id} />
      <Card as="article" tight className="stack" aria-labelledby={`n${id}`}>
        <PrayerMeta prayer={prayer} />
        {title !== null && (
          <p className="strong" dir="auto" lang={language ?? undefined}>
            {title}
          </p>
        )}
        <PrayerText prayer={prayer} />
        <PrayerTags prayer={prayer} />
      </Card>
      {updates.length > 0 && <Updates prayer={prayer} />}
    </CrisisPage>
  )
}

function Page({ id, help }: Help & { id: string }) {
  const t = useTranslations('page')
  const { status } = useAuth()
  useRequireSignIn()
  const query = useQuery({
    ...prayerQuery(id),
    enabled: status === 'signed_in',
    refetchOnWindowFocus: 'always',
  })
  const { data: prayer, error } = query
  if (useGone(isMissing(error), prayer !== undefined)) {
    return (
      <>
        {/* As on the page of a request: a moderator may have removed it, and the talk goes on. */}
        {status === 'signed_in' && <OwnTalk id={id} showsHelp />}
        <PageError error={error} />
      </>
    )
  }
  if (!prayer) return <Loading label={t('loading')} failed={t('failed')} query={query} />
  if (!isHeldForDanger(prayer)) return <Navigate to={`/prayers/${id}`} replace />
  return (
    <>
      <Title>{t('title')}</Title>
      <meta name="robots" content="noindex" />
      <Content prayer={prayer} help={help} />
    </>
  )
}

/** The page of a request that was held for danger, for its author: help first, then what happens to the request. */
export default function HeldPrayerRoute({ loaderData, params: { id } }: Route.ComponentProps) {
  useHydratedState(loaderData?.state ?? null)
  return (
    <FormMessages area="care">
      <Page key={id} id={id} help={loaderData} />
    </FormMessages>
  )
}
