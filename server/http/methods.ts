import { type Endpoint, endpoints } from '../../contract/endpoints.ts'

const routes = Object.values<Endpoint>(endpoints).map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}))

/** The methods that an address of the API takes; none where nothing is. */
export function methodsAt(url: string): string[] {
  const [path = ''] = url.split('?', 1)
  return [...new Set(routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))]
}
