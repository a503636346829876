import {
  dehydrate,
  hydrate,
  QueryClient,
  queryOptions,
  type DehydratedState,
  useQueryClient,
} from '@tanstack/react-query'
import { useState } from 'react'
import { createContext, data, type RouterContextProvider } from 'react-router'
import type { EndpointName } from '../contract/endpoints.ts'
import type { Language } from '../contract/fields.ts'
import type { RenderContext } from '../contract/render.ts'
import type { Call, Input, Output } from '../contract/schemas.ts'
import { browserCall, type Failure } from './api.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: Failure
    /** `personal`: the answer differs from reader to reader. */
    queryMeta: { personal?: boolean }
  }
}

/** Filled inside the bundle (`ssr.ts`): the router matches contexts by identity. */
export const renderContext = createContext<RenderContext>()

/** The one definition of a query, for server and browser: the endpoint and its input are the key. */
export const endpointQuery = <Name extends EndpointName>(name: Name, input: Input<Name>, personal = false) =>
  queryOptions<Output<Name>>({ queryKey: [name, input], meta: { personal } })

export function createQueryClient(call: Call): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (count, error) => count < 1 && error.status >= 500,
        queryFn: ({ queryKey, signal }) => {
          const [name, input] = queryKey as [EndpointName, Input<EndpointName>]
          return call(name, input, { signal })
        },
      },
    },
  })
}

let browserClient: QueryClient | undefined
/** One client for the life of the page; on the server one for each render, with nothing in it. */
export const getQueryClient = (): QueryClient =>
  import.meta.env.SSR ? createQueryClient(browserCall) : (browserClient ??= createQueryClient(browserCall))

interface RouteArgs {
  params: { id?: string; slug?: string }
  url: URL
}
export type RouteQueries = (where: RouteArgs & { language: Language }) => { queryKey: readonly unknown[] }[]

/** A server loader that answers the queries of a page in process. A refusal becomes the page's own status. */
export const preload =
  (queries: RouteQueries) =>
  async ({ context, ...where }: RouteArgs & { context: Readonly<RouterContextProvider> }): Promise<DehydratedState> => {
    const { call, language } = context.get(renderContext)
    const client = createQueryClient(call)
    try {
      await Promise.all(queries({ ...where, language }).map((query) => client.query(query)))
    } catch (error) {
      // An address that cannot be anything's is a missing page too.
      const { code = 'server.failed', status = 500 } = error as Partial<Failure>
      throw data({ code }, { status: status === 400 ? 404 : status })
    }
    return dehydrate(client)
  }

/** A browser loader that starts the queries of a page and lets the page show what it has. */
export const preloadInBrowser =
  (queries: RouteQueries) =>
  (where: RouteArgs): null => {
    const language = document.documentElement.lang as Language
    for (const query of queries({ ...where, language }))
      void getQueryClient()
        .query(query)
        .catch(() => {})
    return null
  }

/** Takes in what the server's loader found, before the page asks for it. */
export function useHydratedState(state: DehydratedState | null): void {
  const client = useQueryClient()
  useState(() => state && hydrate(client, state))
}
