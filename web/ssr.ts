import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import * as build from 'virtual:react-router/server-build'
import type { Render } from '../contract/render.ts'
import { renderContext } from './query.ts'

const handler = createRequestHandler(build as ServerBuild, import.meta.env.MODE)

/** Only interface between the server and the pages. */
export const render: Render = (request, page) => {
  const context = new RouterContextProvider()
  context.set(renderContext, page)
  return handler(request, context)
}
