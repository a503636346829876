import { useEffect } from 'react'

/** Keeps the screen from going dark while somebody prays, where the device can. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let gone = false
    const requestLock = () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      void navigator.wakeLock
        .request('screen')
        .then((given) => {
          lock = given
          return gone ? given.release() : undefined
        })
        // The device saves its battery: the screen goes dark as always.
        .catch(() => {})
    }
    requestLock()
    document.addEventListener('visibilitychange', requestLock)
    return () => {
      gone = true
      document.removeEventListener('visibilitychange', requestLock)
      void lock?.release()
    }
  }, [])
}
