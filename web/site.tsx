import { useRouteLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Language } from '../contract/fields.ts'
import type { ActiveNotification } from '../contract/notifications.ts'
import type { RenderContext } from '../contract/render.ts'
import type { Output } from '../contract/schemas.ts'

/** What the server told every page: the site's name, its themes, the reader's language. */
export interface Site extends Omit<RenderContext, 'call' | 'nonce' | 'diagnostics'> {
  /** The languages that there are messages in. */
  languages: Language[]
  /** What the banner shows a visitor. */
  notifications: ActiveNotification[]
  /** When the page was rendered. Milliseconds since the epoch. */
  now: number
  /** The file of the messages, so that the browser fetches it at once; not known in development. */
  messages_url: string | undefined
  /** What the foot of every page links to; null when it could not be read. */
  footer: Output<'content.footer'> | null
}

// What is left to say when the root itself could not be loaded.
const fallback: Site = {
  language: 'en',
  languages: [],
  notifications: [],
  site_name: 'Oremus',
  site_sentence: '',
  default_theme: '',
  theme_css: '',
  themes: [],
  public_origin: '',
  services: { translation: null, speech: null },
  now: 0,
  messages_url: undefined,
  footer: null,
}

export const useSite = (): Site => useRouteLoaderData<Site>('root') ?? fallback

/** What other sites are told of a page that is about the site itself. `path`: where it is, without a question. */
export function SiteHead({ path }: { path: string }) {
  const t = useTranslations('site')
  const { site_name, site_sentence, public_origin } = useSite()
  const description = site_sentence || t('about')
  return (
    <>
      <link rel="canonical" href={public_origin + path} />
      <meta name="description" content={description} />
      <meta property="og:type" content="website" />
      <meta property="og:title" content={site_name} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={public_origin + path} />
    </>
  )
}

/** The title of the page, with the name of the site behind it. */
export function Title({ children }: { children: string }) {
  const { site_name } = useSite()
  return <title>{`${children} · ${site_name}`}</title>
}
