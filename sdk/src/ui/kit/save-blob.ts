/** Hands bytes to the browser, which saves them as a file of this name (with its ending). */
export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // The browser has begun to save by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
