/** Says what keeps this browser from showing messages, as far as it can tell by itself. */
export type Hindrance = 'unsupported' | 'home_screen' | 'denied' | 'unreachable'

const isApple = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  // An iPad says that it is a Mac, but no Mac takes several fingers.
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)

/** Returns why messages cannot be switched on here; null when the person can be asked. */
export function findHindrance(): Hindrance | null {
  const isCapable = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  // On an iPhone only a site on the home screen can show any.
  if (!isCapable) return isApple() && !matchMedia('(display-mode: standalone)').matches ? 'home_screen' : 'unsupported'
  return Notification.permission === 'denied' ? 'denied' : null
}

/** True where messages can be offered: nobody has been asked here yet. */
export const canBeAsked = (): boolean => findHindrance() === null && Notification.permission === 'default'

/** Milliseconds that a person waits for a worker that does not come, because `/sw.js` could not be fetched. */
const WORKER_TIMEOUT_MS = 10_000

const toBytes = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

const isMadeFor = ({ options }: PushSubscription, key: Uint8Array): boolean => {
  const own = options.applicationServerKey && new Uint8Array(options.applicationServerKey)
  return own?.length === key.length && own.every((byte, index) => byte === key[index])
}

/** Holds what the site needs to reach this browser. */
export interface Address {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

/** Returns the address of this browser for the site with this key, a new one where it has none. Rejects when it gets none. */
export async function subscribe(public_key: string): Promise<Address> {
  // Every page brings the worker once it has loaded: see `public/offline.js`.
  const registration = await Promise.race([
    navigator.serviceWorker.ready,
    new Promise<never>((_, reject) => setTimeout(reject, WORKER_TIMEOUT_MS, new Error('no worker'))),
  ])
  const applicationServerKey = toBytes(public_key)
  let subscription = await registration.pushManager.getSubscription()
  // The site was set up anew, with another key.
  if (subscription && !isMadeFor(subscription, applicationServerKey)) {
    await subscription.unsubscribe()
    subscription = null
  }
  subscription ??= await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
  const { endpoint = '', keys = {} } = subscription.toJSON()
  return { endpoint, keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' } }
}

/** Asks the person, and returns the address; why there is none; or null when they have not decided. `readKey`: the site’s key. */
export async function askAndSubscribe(readKey: () => Promise<string | undefined>): Promise<Address | Hindrance | null> {
  const hindrance = findHindrance()
  if (hindrance) return hindrance
  const answer = await Notification.requestPermission()
  if (answer !== 'granted') return answer === 'denied' ? 'denied' : null
  try {
    const public_key = await readKey()
    return public_key === undefined ? 'unreachable' : await subscribe(public_key)
  } catch {
    return 'unreachable'
  }
}
