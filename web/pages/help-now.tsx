import { useQuery } from '@tanstack/react-query'
import { redirect, useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { pageLanguage } from '../messages.ts'
import { CrisisPage } from '../features/care/care/CrisisPage.tsx'
import { helplinesQuery, nameCountries, PATIENCE_MS, preloadHelp, type Country } from '../features/care/care/help.ts'
import { ownCountry } from '../features/care/care/ownCountry.ts'
import { FormMessages } from '../layout/FormMessages.tsx'
import { getQueryClient, useHydratedState } from '../query.ts'
import { Title } from '../site.tsx'
import type { Route } from './+types/help-now.ts'

export const loader = (where: Route.LoaderArgs) => preloadHelp(where)

/** The address names the country. The server adds that of the browser's language in the same way. */
export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  const country = ownCountry()
  if (country !== '' && !url.searchParams.has('country')) throw redirect(`/help-now?country=${country}`)
  // The page opens without them, and they come when they come.
  const data = await Promise.race([
    getQueryClient()
      .query(helplinesQuery)
      .catch(() => undefined),
    new Promise((resolve) => setTimeout(resolve, PATIENCE_MS)).then(() => undefined),
  ])
  return { state: null, countries: nameCountries(data?.items ?? [], pageLanguage()) }
}

function Content({ countries }: { countries: Country[] }) {
  const t = useTranslations('crisis')
  const [search] = useSearchParams()
  // Those that come once there is a connection.
  const { data } = useQuery(helplinesQuery)
  return (
    <>
      <Title>{t('page')}</Title>
      <CrisisPage
        heading={t('title')}
        lead={t('lead')}
        country={search.get('country') ?? ''}
        countries={countries.length > 0 ? countries : nameCountries(data?.items ?? [], pageLanguage())}
        kind="self_harm"
      >
        <h2>{t('request')}</h2>
        <p>{t('request_text')}</p>
      </CrisisPage>
    </>
  )
}

export default function HelpNowRoute({ loaderData }: Route.ComponentProps) {
  useHydratedState(loaderData.state)
  return (
    <FormMessages area="care">
      <Content countries={loaderData.countries} />
    </FormMessages>
  )
}
