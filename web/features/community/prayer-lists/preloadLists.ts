import { dehydrate, hydrate } from '@tanstack/react-query'
import { createQueryClient, preload, renderContext, type RouteQueries } from '../../../query.ts'
import { aboutQuery, listQuery, listsQuery, remindersQuery } from './queries.ts'

/** How many requests that reminders are about, and how long a list, the page brings along; the browser loads the others. */
const MAX_REQUESTS = 20
const MAX_ITEMS = 30

/**
 * Returns a server loader as `preload` does, which also runs what follows from the answers: the requests of the reminders, and the
 * first list where `opensFirst` says so.
 */
export const preloadLists =
  (queries: RouteQueries, opensFirst: (url: URL) => boolean = () => false): ReturnType<typeof preload> =>
  async (args) => {
    const state = await preload(queries)(args)
    const client = createQueryClient(args.context.get(renderContext).call)
    hydrate(client, state)
    const [first] = opensFirst(args.url) ? (client.getQueryData(listsQuery.queryKey) ?? []) : []
    const requests = (client.getQueryData(remindersQuery.queryKey) ?? []).flatMap(
      ({ prayer_request_id }) => prayer_request_id ?? [],
    )
    await Promise.all([
      first && first.item_count <= MAX_ITEMS && client.query(listQuery(first.id)).catch(() => undefined),
      ...requests.slice(0, MAX_REQUESTS).map((id) => client.query(aboutQuery(id)).catch(() => undefined)),
    ])
    return dehydrate(client)
  }
