import type { Language } from './fields.ts'
import type { Call } from './schemas.ts'

/** `service`: its host, for people to know. `direct`: how the page asks it itself, where the operator wants that. */
export interface Services {
  translation: { service: string; direct?: { provider: 'google' | 'libretranslate'; url: string; key?: string } } | null
  speech: { service: string; direct?: { key: string; recognition_url: string; synthesis_url: string } } | null
}

/** What the server hands to a rendered page. */
export interface RenderContext {
  /** Calls the handlers in process, as a visitor. */
  call: Call
  /** The nonce of the page's Content-Security-Policy; undefined in development, where Vite injects styles of its own. */
  nonce: string | undefined
  language: Language
  site_name: string
  /** What the site says of itself at the foot of every page; empty: the product's own sentence. */
  site_sentence: string
  /** The id of the theme that applies when a reader has chosen none. */
  default_theme: string
  /** The address of the generated style sheet that holds the colours of every theme. */
  theme_css: string
  /** The id, name and order of every theme, for the appearance menu. */
  themes: { id: string; name: string }[]
  /** The origin of `PUBLIC_URL`, for canonical and preview addresses. */
  public_origin: string
  /** What translates, hears and speaks for this site; null: nothing does, and its buttons are not there. */
  services: Services
  /** Whether there are the diagnostic pages. */
  diagnostics: boolean
}

/** The one seam between the server and the built web application: exported by `web/ssr.ts`. */
export type Render = (request: Request, context: RenderContext) => Promise<Response>
