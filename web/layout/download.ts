/** Starts the download of a file. */
export function download(name: string, file: Blob): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has started to read the file by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Starts the download of a JSON text as a file. */
export const downloadJson = (name: string, text: string): void =>
  download(name, new Blob([text], { type: 'application/json' }))
