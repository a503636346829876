import { useEffect } from 'react'

/** Keeps the screen on while the page is open, where the device supports it. */
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
        // The device saves its battery: the screen turns off as usual.
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
