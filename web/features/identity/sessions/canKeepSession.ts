/** True when the browser lets the site keep a session: storage for the token, and cookies. */
export function canKeepSession(): boolean {
  const probe = 'probe=1; path=/; samesite=lax'
  try {
    localStorage.setItem('probe', '1')
    localStorage.removeItem('probe')
    document.cookie = probe
    const isKept = document.cookie.includes('probe=1')
    document.cookie = `${probe}; max-age=0`
    return isKept
  } catch {
    return false
  }
}
