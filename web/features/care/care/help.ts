import type { LoaderFunctionArgs } from 'react-router'
import type { Helpline } from '../../../../contract/helplines.ts'
import { localeOf } from '../../../../contract/languages.ts'
import { endpointQuery, preload, renderContext } from '../../../query.ts'

/** Fails at once without a connection: a page that waited for one would not open. */
export const helplinesQuery = {
  ...endpointQuery('helplines.list', {}),
  staleTime: Infinity,
  networkMode: 'always' as const,
  refetchOnReconnect: true,
}

/** How long somebody in danger waits for numbers, in milliseconds: a connection may answer late, or never. */
export const PATIENCE_MS = 2000

export interface Country {
  /** ISO 3166-1, two letters. */
  code: string
  name: string
}

/** Names the countries once: the server and the browser may know them by other names, and sort those otherwise. */
export function nameCountries(items: Helpline[], language: string): Country[] {
  const nameOf = new Intl.DisplayNames(localeOf(language), { type: 'region' })
  return [...new Set(items.map(({ country }) => country))]
    .map((code) => ({ code, name: nameOf.of(code) ?? code }))
    .toSorted((one, other) => one.name.localeCompare(other.name, language))
}

/** Returns what the server sends with a page that says where help is. */
export async function preloadHelp(where: LoaderFunctionArgs & Parameters<ReturnType<typeof preload>>[0]) {
  const { call, language, country = '' } = where.context.get(renderContext)
  const [state, { items }] = await Promise.all([preload(() => [helplinesQuery])(where), call('helplines.list', {})])
  return { state, countries: nameCountries(items, language), country }
}
