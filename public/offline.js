// Loaded after the page: brings the worker, and keeps the page that it shows when nothing can be reached.

const ADDRESS = '/sw.js'
const DAY_MS = 86_400_000

// The security policy allows one maker of addresses of scripts, by this name.
const policy = globalThis.trustedTypes?.createPolicy('app', { createScriptURL: () => ADDRESS })
const register = () => navigator.serviceWorker.register(policy?.createScriptURL(ADDRESS) ?? ADDRESS)

const root = document.documentElement

const keep = async () => {
  const cache = await caches.open('offline')
  const kept = await cache.match('/offline')
  const address = `/offline?language=${root.dataset.language}`
  const isRecent = kept?.url.endsWith(address) && Date.now() - Date.parse(kept.headers.get('date')) < DAY_MS
  if (isRecent) return
  const answer = await fetch(address, { credentials: 'omit' })
  if (answer.ok) await cache.put('/offline', answer)
}

const begin = async () => {
  await register()
  await keep()
  // The kept page follows the language of the one that is read.
  new MutationObserver(() => void keep().catch(() => {})).observe(root, { attributeFilter: ['data-language'] })
}

// Without storage or connection everything is as before: the browser says it in its own words.
if ('serviceWorker' in navigator) (globalThis.requestIdleCallback ?? setTimeout)(() => void begin().catch(() => {}))
