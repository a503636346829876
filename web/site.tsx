import { createContext, use, useSyncExternalStore } from 'react'
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
  /** Says what the reader has not read in News; null for a visitor, or when it could not be read. */
  unread_news: Output<'notifications.unread'> | null
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
  logo: null,
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

// Holds what an administrator saved in this page since it was loaded.
const unchanged: Partial<Site> = {}
let changes = unchanged
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows what was just saved about the site wherever it stands: in the header, the footer and the titles. */
export function updateSite(part: Partial<Site>): void {
  changes = { ...changes, ...part }
  for (const listener of listeners) listener()
}

export function useSite(): Site {
  const site = useRouteLoaderData<Site>('root') ?? fallback
  const changed = useSyncExternalStore(
    subscribe,
    () => changes,
    () => unchanged,
  )
  return changed === unchanged ? site : { ...site, ...changed }
}

/** True for a reader in discreet mode: then nothing on a page says what the site is called. */
export const DiscreetContext = createContext(false)

interface Preview {
  /** Address of the page, without a query string. */
  path: string
  title: string
  description: string
  type?: 'article' | 'website'
}

/** Metadata for link previews; none in discreet mode, since programs that make previews do not sign in. */
export function LinkPreview({ path, title, description, type = 'article' }: Preview) {
  const { site_name, public_origin } = useSite()
  if (use(DiscreetContext)) return null
  return (
    <>
      <meta name="description" content={description} />
      <meta property="og:type" content={type} />
      <meta property="og:site_name" content={site_name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={public_origin + path} />
    </>
  )
}

/** Metadata of a page about the site itself. `path`: its address, without a query string. */
export function SiteHead({ path }: { path: string }) {
  const t = useTranslations('site')
  const { site_name, site_sentence, public_origin } = useSite()
  return (
    <>
      <link rel="canonical" href={public_origin + path} />
      <LinkPreview path={path} title={site_name} description={site_sentence || t('about')} type="website" />
    </>
  )
}

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
