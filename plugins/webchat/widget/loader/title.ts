const blinkMs = 1_500

/**
 * Says in the tab's title that something is unread, while the tab is hidden. Stands still where less motion is wished.
 */
export function createTitleNotice(
  page: Document,
  stillPreferred: () => boolean,
): { show(text: string | undefined): void } {
  let original: string | undefined
  let notice: string | undefined
  let timer: ReturnType<typeof setInterval> | undefined

  const restore = () => {
    clearInterval(timer)
    timer = undefined
    // A site that changed its title meanwhile keeps the change.
    if (original !== undefined && page.title === notice) page.title = original
    original = undefined
  }
  const flip = () => {
    if (page.title !== notice) {
      original = page.title
      page.title = notice!
    } else if (original !== undefined && !stillPreferred()) page.title = original
  }
  const update = () => {
    restore()
    if (notice === undefined || !page.hidden) return
    flip()
    timer = setInterval(flip, blinkMs)
  }
  page.addEventListener('visibilitychange', update)
  return {
    show(text) {
      restore()
      notice = text
      update()
    },
  }
}
