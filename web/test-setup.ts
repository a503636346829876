import { afterEach } from 'vitest'

// A test finds nothing that another has stored in the browser.
afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
