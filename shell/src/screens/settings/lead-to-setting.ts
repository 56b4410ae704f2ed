/** How long a page may take to show its settings. Milliseconds. */
const longest = 5_000

/**
 * Scrolls to the heading, label or legend with these words in a page that is still being drawn, and puts the focus
 * there, or on the field that the label names. Ends by itself after five seconds; the answer ends it before.
 */
export function leadToSetting(page: HTMLElement, words: string): () => void {
  const find = (): boolean => {
    const named = [...page.querySelectorAll<HTMLElement>('h2, h3, legend, label')].find(
      (element) => element.textContent?.trim().replace(/\s*\*$/, '') === words,
    )
    if (!named) return false
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    named.scrollIntoView({ block: 'center', behavior: isCalm ? 'auto' : 'smooth' })
    const field = named instanceof HTMLLabelElement ? named.control : null
    if (!field) named.tabIndex = -1
    ;(field ?? named).focus({ preventScroll: true })
    return true
  }
  if (find()) return () => undefined
  const watch = new MutationObserver(() => {
    if (find()) end()
  })
  const late = setTimeout(() => end(), longest)
  const end = (): void => {
    watch.disconnect()
    clearTimeout(late)
  }
  watch.observe(page, { childList: true, subtree: true, characterData: true })
  return end
}
