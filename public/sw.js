// Shows the site's messages on this device, and a page of ours where nothing can be reached. That page, which `offline.js` keeps, is
// the only one: it is the same for everybody. All others come from the server, always.

const NEWS = '/notifications'

addEventListener('install', (event) => {
  skipWaiting()
  // What pages load goes past the worker, which need not start for it.
  const loads = ['cors', 'no-cors', 'same-origin'].map((requestMode) => ({ requestMode }))
  event.waitUntil(event.addRoutes?.({ condition: { or: loads }, source: 'network' }).catch(() => {}))
})

// The browser asks the server while the worker starts.
addEventListener('activate', (event) => event.waitUntil(registration.navigationPreload?.enable()))

const load = async ({ preloadResponse, request }) => {
  // Where nothing can be reached, Firefox fulfils `preloadResponse` with an error, and others reject it. Old Safari has none.
  const answer = await Promise.resolve(preloadResponse).then((it) => it ?? fetch(request)).catch(() => Response.error())
  if (answer.type !== 'error') return answer
  return (await caches.match('/offline')) ?? answer
}

// Elsewhere the browser asks by itself, as a document: a worker's own request is answered as a visitor's.
addEventListener('fetch', (event) => {
  const { mode, method } = event.request
  if (registration.navigationPreload && mode === 'navigate' && method === 'GET') event.respondWith(load(event))
})

addEventListener('push', (event) => {
  let message = {}
  try {
    message = event.data.json()
  } catch {
    // Not one of ours; browsers want something shown all the same.
  }
  const { title = location.hostname, body = '', path = NEWS, tag, lang, dir, is_plain } = message
  const options = { body, tag, lang, dir, icon: is_plain ? '/plain-192.png' : '/icon-192.png', data: { path } }
  event.waitUntil(registration.showNotification(title, options))
})

// A page that shows it already comes forward. Any other stays as it is, because somebody may be writing there.
const open = async (path) => {
  const url = new URL(path, location.origin)
  if (url.origin !== location.origin) return
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const page = pages.find((one) => one.url === url.href)
  await (page ? page.focus() : clients.openWindow(url.href))
}

addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data?.path ?? NEWS))
})

// The new address reaches the site with the next visit.
addEventListener('pushsubscriptionchange', (event) => {
  const options = event.oldSubscription?.options
  if (options && !event.newSubscription) event.waitUntil(registration.pushManager.subscribe(options))
})
