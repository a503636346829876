/**
 * Ends the address of this browser, at its push service too, and takes what it shows off the screen. Whoever signs out without a
 * connection is still signed in for the site, which goes on sending there; the next person at the device may be another.
 */
export async function endMessages(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.getRegistration()
    await (await registration?.pushManager.getSubscription())?.unsubscribe()
    for (const shown of (await registration?.getNotifications()) ?? []) shown.close()
  } catch {
    // A browser that shows none.
  }
}
