// @ts-check

const parent = process.ppid
const lookEveryMs = 500

/**
 * Calls back once when the npm dies that we run under: killed, it tells nobody, and the system only gives us another
 * parent, which has to be looked at. Without npm our parent is a shell, and may go before us.
 * @param {() => void} lost
 * @returns {() => void} ends the watch
 */
export function onLostParent(lost) {
  if (process.env['npm_lifecycle_event'] === undefined) return () => undefined
  const look = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(look)
    lost()
  }, lookEveryMs)
  look.unref()
  return () => clearInterval(look)
}
