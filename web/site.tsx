import { createContext, use } from 'react'
import { useRouteLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Language } from '../contract/fields.ts'
import type { ActiveNotification } from '../contract/notifications.ts'
import type { RenderContext } from '../contract/render.ts'
import type { Output } from '../contract/schemas.ts'

/** Data that the server sends to every page: the site's name, its themes, the reader's language. */
export interface Site extends Omit<RenderContext, 'call' | 'country' | 'nonce' | 'diagnostics'> {
  /** Languages that have messages. */
  languages: Language[]
  /** Announcements in the banner of the reader. */
  notifications: ActiveNotification[]
  /** Number of notices that the reader has not read; null for a visitor, or when it could not be read. */
  unread_news: number | null
  /** Time at which the page was rendered, in milliseconds since the epoch. */
  now: number
  /** URL of the message file, for preloading; undefined in development. */
  messages_url: string | undefined
  /** Links in the footer of every page; null when they could not be read. */
  footer: Output<'content.footer'> | null
}

// Used when the root itself could not be loaded.
const fallback: Site = {
  language: 'en',
  languages: [],
  notifications: [],
  unread_news: null,
  site_name: 'Oremus',
  site_sentence: '',
  default_theme: '',
  theme_css: '',
  themes: [],
  public_origin: '',
  sends_mail: false,
  services: { translation: null, speech: null },
  now: 0,
  messages_url: undefined,
  footer: null,
  reader: null,
}

export const useSite = (): Site => useRouteLoaderData<Site>('root') ?? fallback

/** Metadata for link previews of a page about the site itself. `path`: its address, without a query string. */
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

/** True for a reader in discreet mode: then neither title nor icon of a page say what the site is. */
export const DiscreetContext = createContext(false)

/** The name that pages bear for this reader. */
export function useShownName(): string {
  const t = useTranslations('site')
  const { site_name } = useSite()
  return use(DiscreetContext) ? t('plain_name') : site_name
}

/** Title of the page, followed by the name of the site; in discreet mode nothing but that name. */
export function Title({ children }: { children: string }) {
  const name = useShownName()
  return <title>{use(DiscreetContext) ? name : `${children} · ${name}`}</title>
}
