import { useState, useSyncExternalStore } from 'react'
import { noopSubscribe } from '../ui/noopSubscribe.ts'

/** Interval between looks at what is open on the page, in milliseconds. */
const POLL_INTERVAL_MS = 300

function poll(onChange: () => void): () => void {
  const timer = setInterval(onChange, POLL_INTERVAL_MS)
  return () => clearInterval(timer)
}

/** True while a dialog is open or words stand in a field for more than a line. */
const readIsWriting = (): boolean =>
  document.querySelector('dialog[open]') !== null ||
  [...document.querySelectorAll('textarea')].some(({ value }) => value.trim() !== '')

/**
 * True when a page is to say that its subject is missing: at once, or, where it has been shown, when the reader has put
 * aside what they write there. `isRefused`: the server has said so. `isLoaded`: there is something to show.
 */
export function useGone(isRefused: boolean, isLoaded: boolean): boolean {
  const [wasShown, setWasShown] = useState(false)
  if (isLoaded && !isRefused && !wasShown) setWasShown(true)
  const mayWait = isRefused && isLoaded && wasShown
  const isWriting = useSyncExternalStore(mayWait ? poll : noopSubscribe, readIsWriting, () => false)
  return isRefused && !(mayWait && isWriting)
}
