import './styles/tokens.css'
import './styles/base.css'
import './styles/utilities.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { use, useEffect, useState, type ReactNode, type SyntheticEvent } from 'react'
import {
  Links,
  Outlet,
  Scripts,
  ScrollRestoration,
  UNSAFE_FrameworkContext as FrameworkContext,
  UNSAFE_useScrollRestoration as useScrollRestoration,
  useLocation,
  useMatches,
} from 'react-router'
import { IntlProvider, useTranslations } from 'use-intl'
import { directionOf } from '../contract/languages.ts'
import type { Route } from './+types/root.ts'
import type { Failure } from './api.ts'
import { AuthProvider, useAuth } from './features/identity/sessions/auth.tsx'
import { NotificationBanner } from './features/community/notifications/NotificationBanner.tsx'
import { useDraftsQuestion } from './features/identity/sessions/useDraftsQuestion.tsx'
import { AppearanceMenu, AppearancePanel } from './features/site/themes/AppearanceMenu.tsx'
import { AdSlot } from './layout/AdSlot.tsx'
import { BottomBar } from './layout/BottomBar.tsx'
import { Footer } from './layout/Footer.tsx'
import { Header } from './layout/Header.tsx'
import { PageError } from './layout/PageError.tsx'
import { lazyPart } from './layout/lazyPart.tsx'
import { isCurrent } from './layout/links.ts'
import { loadMessages, getMessages, useActiveLanguage } from './messages.ts'
import { getQueryClient, renderContext } from './query.ts'
import { messagesUrl } from './assets.server.ts'
import { DiscreetContext, type Site, useSite } from './site.tsx'
import { ClockProvider } from './time.tsx'
import { Toasts } from './ui/Toast.tsx'
import { Card } from './ui/Card.tsx'
import { AboveDialogs } from './ui/AboveDialogs.ts'
import { ButtonAnchor } from './ui/Button.tsx'

function noFooter(problem: unknown): null {
  // oxlint-disable-next-line no-console -- the bundle has no logger; the server's collects standard error
  console.error('Failed to fetch content', (problem as Partial<Failure>).code)
  return null
}

export async function loader({ context }: Route.LoaderArgs) {
  const { call, nonce: _nonce, diagnostics: _diagnostics, country: _country, ...site } = context.get(renderContext)
  const { availableLanguages } = await import('./catalogues.ts')
  const language = availableLanguages.includes(site.language) ? site.language : 'en'
  const [footer, notifications, unread_news] = await Promise.all([
    // The page is readable without them; the server logs why they are missing.
    call('content.footer', { language }).catch(noFooter),
    call('notifications.active', { language }).catch(() => []),
    site.reader && call('notifications.unread', {}).catch(() => null),
    loadMessages(language, 'app'),
    loadMessages(language, 'forms'),
    loadMessages(language, 'acts'),
  ])
  return {
    ...site,
    language,
    languages: availableLanguages,
    notifications,
    unread_news,
    now: Date.now(),
    messages_url: messagesUrl(language),
    footer,
  } satisfies Site
}

// The site's data does not change while a page is open; the browser has its own clock and language.
export const shouldRevalidate = () => false

/** Tells early.js that React handles the event: it drops those whose target it has not hydrated yet. */
const markHandled = ({ nativeEvent }: SyntheticEvent) => Object.assign(nativeEvent, { oremusHandled: true })

/** The styles of the pages that are shown. React puts them in the head, and waits for them when another page is opened. */
function PageStyles() {
  const { manifest } = use(FrameworkContext) ?? {}
  const files = useMatches().flatMap(({ id }) => manifest?.routes[id]?.css ?? [])
  // Without the mark of those that parts bring too: such a part would bring it again, after those that follow it here.
  return [...new Set(files.map((file) => file.replace('#', '')))].map((file) => (
    <link key={file} rel="stylesheet" href={file} precedence="page" />
  ))
}

/** Shown by early.js when the scripts of the page do not load, and by entry.client.tsx when the page breaks. */
function LoadFailure() {
  const t = useTranslations('failure')
  return (
    <Card id="load-failure" className="stack" role="alert" hidden>
      <p className="strong">{t('load')}</p>
      <ButtonAnchor variant="primary" href="">
        {t('reload')}
      </ButtonAnchor>
    </Card>
  )
}

/** Says what can be done without scripts: buttons would stay silent. Those too old for early.js read it as well. */
function WithoutScripts() {
  const t = useTranslations('failure')
  return <p className="without-js container small">{t('no_scripts')}</p>
}

/** The document around the page, which the server alone renders. */
function Document({ children }: { children: ReactNode }) {
  const { default_theme, theme_css, logo, messages_url, notifications, reader, language } = useSite()
  return (
    <html
      lang={language}
      dir={directionOf(language)}
      // Keeps `lang` as it was here: translators change that.
      data-language={language}
      data-theme={default_theme}
      {...(reader && { 'data-signed-in': '', 'data-role': reader.role })}
    >
      <head>
        <meta charSet="utf-8" />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content"
        />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f7f7f2" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#121212" />
        <link rel="icon" href={reader?.is_discreet ? '/plain.svg' : (logo ?? '/favicon.svg')} />
        <link
          rel="apple-touch-icon"
          href={reader?.is_discreet ? '/plain-touch-icon.png' : (logo ?? '/apple-touch-icon.png')}
        />
        <link
          rel="manifest"
          href={reader?.is_discreet ? `/plain.webmanifest?language=${language}` : '/manifest.webmanifest'}
        />
        {theme_css && <link rel="stylesheet" href={theme_css} precedence="theme" />}
        {import.meta.env.DEV && <Links />}
        <script src="/early.js" />
        {reader?.is_discreet && <script src="/leave.js" />}
        {notifications[0] && <script src="/banner.js" data-ids={notifications.map(({ id }) => id)} />}
        {messages_url !== undefined && <link id="messages" rel="modulepreload" href={messages_url} />}
      </head>
      <body className="has-bar">
        {children}
        <>
          <LoadFailure />
          <ScrollRestoration />
          <Scripts />
        </>
      </body>
    </html>
  )
}

/**
 * In the browser React has the page, not the document: what differs there from the server's is made anew within it, without scripts,
 * which the security policy forbids. The empty places stand for what the document has beside the page: `useId` counts them.
 */
function InDocument({ children }: { children: ReactNode }) {
  useScrollRestoration()
  return (
    <>
      {null}
      <>
        {children}
        {null}
      </>
    </>
  )
}

export function Layout({ children }: { children: ReactNode }) {
  const site = useSite()
  const language = useActiveLanguage(site.language)
  const Around = import.meta.env.SSR ? Document : InDocument
  return (
    <IntlProvider locale={language} messages={getMessages(language, 'app') ?? {}} timeZone="UTC">
      <Around>
        <div id="app" onClickCapture={markHandled} onInputCapture={markHandled}>
          <PageStyles />
          <ClockProvider {...site}>{children}</ClockProvider>
        </div>
      </Around>
    </IntlProvider>
  )
}

const LiveEvents = lazyPart(() => import('./features/community/live/LiveEvents.tsx'))
const NewsLink = lazyPart(() => import('./features/community/notifications/NewsLink.tsx'), undefined, ['forms', 'acts'])
const AfterSignIn = lazyPart(() => import('./features/community/prayers/AfterSignIn.tsx'))
const Leave = lazyPart(() => import('./features/identity/accounts/Leave.tsx'))
const NewPage = lazyPart(() => import('./layout/NewPage.tsx'))

function AccountEffects() {
  const { user } = useAuth()
  return (
    <>
      <NewPage />
      {user && <LiveEvents key={user.id} />}
      {user && <AfterSignIn user={user} />}
    </>
  )
}

/** Loads only for who is signed in; its room in the header comes with the page. */
function News() {
  const { user } = useAuth()
  return user && <NewsLink key={user.id} />
}

/** Gives the reader in discreet mode a name without meaning, and a way out on every screen. */
function Discreet({ children }: { children: ReactNode }) {
  const { user } = useAuth()
  const isOn = user?.is_discreet === true
  return (
    <DiscreetContext value={isOn}>
      <AboveDialogs
        value={
          <>
            {isOn && <Leave isInDialog />}
            <Toasts />
          </>
        }
      >
        {isOn && <Leave />}
        {children}
      </AboveDialogs>
    </DiscreetContext>
  )
}

/** The question of who signs out stands beside the header: the menu of a phone goes with the press. */
function SiteHeader() {
  const { signOut } = useAuth()
  const { ask, dialog } = useDraftsQuestion((keeps_drafts) => void signOut(keeps_drafts))
  return (
    <>
      <Header onSignOut={ask} news={<News />} appearance={<AppearanceMenu />} Look={AppearancePanel} />
      {dialog}
    </>
  )
}

function Shell({ children }: { children: ReactNode }) {
  const [client] = useState(getQueryClient)
  // The desk has neither footer nor announcements for members.
  const isOnDesk = isCurrent('/admin', useLocation().pathname)
  useEffect(() => {
    // Signals to early.js that the scripts have loaded, and to the style sheets, where early.js is what did not come.
    Object.assign(globalThis, { oremusStarted: true })
    document.documentElement.dataset['js'] = ''
  }, [])
  return (
    <QueryClientProvider client={client}>
      <AuthProvider>
        <Discreet>
          <WithoutScripts />
          <AdSlot place="leaderboard" />
          <SiteHeader />
          {!isOnDesk && <NotificationBanner />}
          <main id="main" className="container" tabIndex={-1}>
            {children}
          </main>
          {!isOnDesk && <Footer />}
          <BottomBar />
          <Toasts />
        </Discreet>
        <AccountEffects />
      </AuthProvider>
    </QueryClientProvider>
  )
}

export default function App() {
  return (
    <Shell>
      <Outlet />
    </Shell>
  )
}

/** Last resort: errors of a page are caught in `layout/page.tsx`, within the shell. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Shell>
      <PageError error={error} />
    </Shell>
  )
}
