/** What keeps this browser from showing messages, as far as it can tell by itself. */
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

interface ScriptPolicies {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => {
    createScriptURL: (url: string) => string
  }
}

let workerUrl: string | undefined
/** Pages take scripts from nowhere but named policies, of which there is one: see `pageHeaders` of the server. */
function getWorkerUrl(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: ScriptPolicies }
  workerUrl ??=
    trustedTypes?.createPolicy('app', { createScriptURL: () => '/sw.js' }).createScriptURL('/sw.js') ?? '/sw.js'
  return workerUrl
}

const toBytes = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

const isMadeFor = ({ options }: PushSubscription, key: Uint8Array): boolean => {
  const own = options.applicationServerKey && new Uint8Array(options.applicationServerKey)
  return own?.length === key.length && own.every((byte, index) => byte === key[index])
}

/** What the site needs to reach this browser. */
export interface Address {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

/** Returns the address of this browser for the site with this key, a new one where it has none. Rejects when it gets none. */
export async function subscribe(public_key: string): Promise<Address> {
  const registration = await navigator.serviceWorker.register(getWorkerUrl())
  const applicationServerKey = toBytes(public_key)
  let subscription = await registration.pushManager.getSubscription()
  // The site was set up anew, with another key.
  if (subscription && !isMadeFor(subscription, applicationServerKey)) {
    await subscription.unsubscribe()
    subscription = null
  }
  // Waits until the worker runs, without which some browsers refuse.
  await navigator.serviceWorker.ready
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

/** Ends the address of this browser, at its push service too. */
export async function unsubscribe(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.getRegistration()
    await (await registration?.pushManager.getSubscription())?.unsubscribe()
  } catch {
    // The site no longer sends anything there, which is what was wanted.
  }
}
