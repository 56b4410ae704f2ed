import { setTimeout as pause } from 'node:timers/promises'

const everyMs = 300
const longestMs = 90_000

/**
 * Reads again and again until what is read fits.
 * @throws with the words of `complaint` after 90 seconds
 */
export async function until<T>(
  read: () => T | Promise<T>,
  fits: (found: T) => boolean,
  complaint: (last: T) => string,
): Promise<T> {
  const end = Date.now() + longestMs
  for (;;) {
    const found = await read()
    if (fits(found)) return found
    if (Date.now() > end) throw new Error(complaint(found))
    await pause(everyMs)
  }
}
