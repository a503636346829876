// Shows the site's messages on this device. It answers no request and keeps nothing: pages come from the server, always.

const NEWS = '/notifications'

addEventListener('install', () => void skipWaiting())

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
