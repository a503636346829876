import { afterEach } from 'vitest'

// What one test stores in the browser, no other finds.
afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
