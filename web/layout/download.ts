/** Hands a file to the browser. */
export function download(name: string, file: Blob): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Hands a JSON text to the browser as a file. */
export const downloadJson = (name: string, text: string): void =>
  download(name, new Blob([text], { type: 'application/json' }))
