import {
  dehydrate,
  hydrate,
  QueryClient,
  queryOptions,
  type DehydratedState,
  useQueryClient,
} from '@tanstack/react-query'
import { type ComponentType, createElement, useState } from 'react'
import { createContext, data, type RouterContextProvider } from 'react-router'
import type { EndpointName } from '../contract/endpoints.ts'
import type { Language } from '../contract/fields.ts'
import type { RenderContext } from '../contract/render.ts'
import type { Call, Input, Output } from '../contract/schemas.ts'
import { browserCall, type Failure } from './api.ts'
import { pageLanguage } from './messages.ts'
import { readUserId } from './token.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: Failure
    /** `personal`: the answer differs from reader to reader. `about`: see `invalidate`. */
    queryMeta: { personal?: boolean; about?: readonly About[] }
  }
}

type FeatureOf<Name> = Name extends `${infer Feature}.${string}` ? Feature : never
/** Subject of a query: an endpoint, all endpoints of a feature, lists of prayers, prayers of groups. */
export type About = EndpointName | FeatureOf<EndpointName> | 'prayer_pages' | 'group_prayers'

const alsoAbout: Partial<Record<EndpointName, About[]>> = {
  'prayers.list': ['prayer_pages'],
  'prayers.in_category': ['prayer_pages'],
  'prayers.in_group': ['prayer_pages', 'group_prayers'],
  'prayers.of_groups': ['prayer_pages', 'group_prayers'],
  'categories.counts': ['prayer_pages'],
}
export const listAbout = (name: EndpointName): About[] => [
  name,
  name.slice(0, name.indexOf('.')) as FeatureOf<EndpointName>,
  ...(alsoAbout[name] ?? []),
]

/** Set inside the bundle (`ssr.ts`): the router matches contexts by identity. */
export const renderContext = createContext<RenderContext>()

/** Returns the options of a query, the same for server and browser: the endpoint and its input are the key. */
export const endpointQuery = <Name extends EndpointName>(name: Name, input: Input<Name>, personal = false) =>
  queryOptions<Output<Name>>({ queryKey: [name, input], meta: { personal, about: listAbout(name) } })

/** Time for which an answer is shown without asking again, in milliseconds. */
export const STALE_MS = 30_000
/** Time after which a failed server is asked once more, in milliseconds. */
const RETRY_MS = 1000

export function createQueryClient(call: Call): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_MS,
        // A connection may have died with a server that started anew. An offline browser pauses by itself.
        retry: (count, error) => count < 1 && (error.status === 0 ? navigator.onLine : error.status >= 500),
        retryDelay: (_, { status }) => (status === 0 ? 0 : RETRY_MS),
        queryFn: ({ queryKey, signal }) => {
          const [name, input] = queryKey as [EndpointName, Input<EndpointName>]
          return call(name, input, { signal })
        },
      },
    },
  })
}

let browserClient: QueryClient | undefined
/** Returns one client for the life of the page; on the server an empty one for each render. */
export const getQueryClient = (): QueryClient =>
  import.meta.env.SSR ? createQueryClient(browserCall) : (browserClient ??= createQueryClient(browserCall))

interface RouteArgs {
  params: { id?: string; slug?: string }
  url: URL
}
/** `reader_id`: null for a visitor. */
export type RouteQueries = (
  where: RouteArgs & { language: Language; reader_id: string | null },
) => { queryKey: readonly unknown[] }[]

/**
 * Returns a server loader that runs the queries of a page in process, as its reader. A refusal of the first becomes the
 * status of the page; what the others lack, the page loads in the browser, and so it does what is put on record when it is read.
 */
export const preload =
  (queries: RouteQueries) =>
  async ({ context, ...where }: RouteArgs & { context: Readonly<RouterContextProvider> }): Promise<DehydratedState> => {
    const { call, language, reader } = context.get(renderContext)
    const client = createQueryClient(call)
    try {
      const [first, ...others] = queries({ ...where, language, reader_id: reader?.id ?? null })
      await Promise.all([
        first && client.query(first),
        ...others.map((query) => client.query(query).catch(() => undefined)),
      ])
    } catch (error) {
      // An invalid id in the address is a missing page too.
      const { code = 'server.failed', status = 500 } = error as Partial<Failure>
      if (reader && status === 401) return dehydrate(client)
      throw data({ code }, { status: status === 400 ? 404 : status })
    }
    return dehydrate(client)
  }

/** Returns a browser loader that starts the queries of a page and lets the page render what is cached. */
export const preloadInBrowser =
  (queries: RouteQueries) =>
  (where: RouteArgs): null => {
    const language = pageLanguage()
    for (const query of queries({ ...where, language, reader_id: readUserId() }))
      void getQueryClient()
        .query(query)
        .catch(() => {})
    return null
  }

/** Adds the data of the server's loader to the cache before the page queries it. */
export function useHydratedState(state: DehydratedState | null): void {
  const client = useQueryClient()
  useState(() => state && hydrate(client, state))
}

/** Returns the screen of a route without parameters: the part, with what the loader has read. */
export const withState = (Part: ComponentType) =>
  function Screen({ loaderData }: { loaderData: DehydratedState | null }) {
    useHydratedState(loaderData)
    return createElement(Part)
  }
