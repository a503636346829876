import { useRouteLoaderData } from 'react-router'
import type { Language } from '../contract/fields.ts'
import type { loader } from './root.tsx'

const fallback = {
  language: 'en' as Language,
  languages: [] as Language[],
  site_name: 'Oremus',
  default_theme: 'vigil',
  theme_css: '',
  themes: [] as { id: string; name: string }[],
  public_origin: '',
  now: 0,
  messages_url: undefined as string | undefined,
}

/** What the server told every page: the site's name, its themes, the reader's language. */
export const useSite = () => useRouteLoaderData<typeof loader>('root') ?? fallback

/** The title of the page, with the name of the site behind it. */
export function Title({ children }: { children: string }) {
  const { site_name } = useSite()
  return <title>{`${children} · ${site_name}`}</title>
}
