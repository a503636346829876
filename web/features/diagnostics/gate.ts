import { data, type RouterContextProvider } from 'react-router'
import { renderContext } from '../../query.ts'

/** The loader of every diagnostic page: with `DIAGNOSTICS=off` there is no such page. */
export function loader({ context }: { context: Readonly<RouterContextProvider> }): null {
  if (!context.get(renderContext).diagnostics) throw data({ code: 'request.not_found' }, { status: 404 })
  return null
}
