import { Suspense, type ComponentType } from 'react'
import { data } from 'react-router'
import { lazyPart, NotLoaded } from '../../layout/lazyPart.tsx'
import { renderContext } from '../../query.ts'
import type { Route } from './+types/ladder.ts'

/** Diagnostic pages by the first part of their address; `deep` ones also match longer addresses. */
const diagnosticPages: Record<string, { deep?: true; load: () => Promise<{ default: ComponentType }> }> = {
  'admin-barebones': { deep: true, load: () => import('./barebones.tsx') },
  'admin-simplest': { deep: true, load: () => import('./simplest.tsx') },
  'admin-minimal': { deep: true, load: () => import('./minimal.tsx') },
  'admin-mui-test': { load: () => import('./mui-test.tsx') },
  'admin-test': { deep: true, load: () => import('./admin-test.tsx') },
  'test-admin-content': { load: () => import('./admin-content.tsx') },
  'test-content-editor': { load: () => import('./content-editor.tsx') },
  'test-markdown-display': { load: () => import('./markdown-display.tsx') },
  'theme-debug': { load: () => import('./theme-debug.tsx') },
}
const pageComponents = Object.fromEntries(
  Object.entries(diagnosticPages).map(([name, { load }]) => [name, lazyPart(load, NotLoaded)]),
)

/** Returns the name of the diagnostic page at an address, if there is one. */
function matchPage(path: string | undefined): string | undefined {
  const [name = '', ...rest] = (path ?? '').split('/')
  if (!Object.hasOwn(diagnosticPages, name)) return undefined
  return diagnosticPages[name]?.deep || rest.length === 0 ? name : undefined
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
  const Page = pageComponents[matchPage(params['*']) ?? '']
  return <Suspense>{Page && <Page />}</Suspense>
}
