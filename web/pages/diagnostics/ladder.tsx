import { data } from 'react-router'
import { lazyPart, NotLoaded } from '../../layout/lazyPart.tsx'
import { renderContext } from '../../query.ts'
import type { Route } from './+types/ladder.ts'

const Barebones = lazyPart(() => import('./barebones.tsx'), NotLoaded)
const Rung = lazyPart<{ name: string }>(() => import('./rungs.tsx'), NotLoaded)

/** The first part of the address of each diagnostic page; whether it also matches longer addresses. */
const isDeep: Partial<Record<string, boolean>> = {
  'admin-barebones': true,
  'admin-simplest': true,
  'admin-minimal': true,
  'admin-mui-test': false,
  'admin-test': true,
  'test-admin-content': false,
  'test-content-editor': false,
  'test-markdown-display': false,
  'theme-debug': false,
}

/** Returns the name of the diagnostic page at an address, if there is one. */
function matchPage(path: string | undefined): string | undefined {
  const [name = '', ...rest] = (path ?? '').split('/')
  if (!Object.hasOwn(isDeep, name)) return undefined
  return isDeep[name] || rest.length === 0 ? name : undefined
}

const notFound = () => data({ code: 'request.not_found' }, { status: 404 })

/** With `DIAGNOSTICS=off` these addresses answer 404, as any unknown address does. */
export function loader({ context, params }: Route.LoaderArgs): null {
  if (matchPage(params['*']) === undefined || !context.get(renderContext).diagnostics) throw notFound()
  return null
}

export async function clientLoader({ params, serverLoader }: Route.ClientLoaderArgs): Promise<null> {
  if (matchPage(params['*']) === undefined) throw notFound()
  // Only the server knows whether the pages are enabled.
  return await serverLoader()
}

/** One route for all of them, so that the list of routes, which every page carries, stays short. */
export default function DiagnosticsRoute({ params }: Route.ComponentProps) {
  const name = matchPage(params['*'])
  if (name === undefined) return null
  return name === 'admin-barebones' ? <Barebones /> : <Rung key={name} name={name} />
}
