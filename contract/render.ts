import type { ClassifierAudience } from './classifications.values.ts'
import type { Language } from './fields.ts'
import type { Call } from './schemas.ts'
import type { Me } from './users.ts'

/**
 * `service`: its host, shown to people. `direct`: how the page calls it without the server, where the operator allows
 * that.
 */
export interface Services {
  translation: { service: string; direct?: { provider: 'google' | 'libretranslate'; url: string; key?: string } } | null
  /** A service that categorizes requests, and those that are sent to it; absent: nothing leaves the server for that. */
  classifier?: { service: string; sends: ClassifierAudience }
  speech: { service: string; direct?: { key: string; recognition_url: string; synthesis_url: string } } | null
}

/** Data that the server passes to a rendered page. */
export interface RenderContext {
  /** Calls the handlers in process, as the reader; reads only. */
  call: Call
  /** The person for whom the page is rendered; null for a visitor. */
  reader: Me | null
  /** The nonce of the page's Content-Security-Policy; undefined in development, where Vite injects its own styles. */
  nonce: string | undefined
  language: Language
  /** The country that a member's browser names, ISO 3166-1; undefined for none, and for visitors, who share their pages. */
  country: string | undefined
  site_name: string
  /** Description of the site in the footer of every page; empty: the product's own sentence. */
  site_sentence: string
  /** The address of the logo; null: the arch. */
  logo: string | null
  /** The id of the theme for readers who have chosen none. */
  default_theme: string
  /** The URL of the generated style sheet with the colours of every theme. */
  theme_css: string
  /** The id, name and order of every theme, for the appearance menu. */
  themes: { id: string; name: string }[]
  /** The origin of `PUBLIC_URL`, for canonical and preview URLs. */
  public_origin: string
  /** True when the site has a mail server, so that codes and links in emails can be offered. */
  sends_mail: boolean
  /** Services for translation and speech; null: not configured, and their buttons are hidden. */
  services: Services
  /** True when the diagnostic pages are available. */
  diagnostics: boolean
}

/** The only interface between the server and the built web application: exported by `web/ssr.ts`. */
export type Render = (request: Request, context: RenderContext) => Promise<Response>
