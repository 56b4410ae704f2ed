/** Offers data as a JSON file to be saved. */
export function downloadJson(name: string, data: unknown): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 80) || 'flow'}.json`
  link.click()
  URL.revokeObjectURL(url)
}
