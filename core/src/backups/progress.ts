const sayEveryMs = 5_000

/** Passes on to a person, of what is said again and again, a line every five seconds. */
export function rarely(say: (line: string) => void): (line: string) => void {
  let saidAt = performance.now()
  return (line) => {
    if (performance.now() - saidAt < sayEveryMs) return
    saidAt = performance.now()
    say(line)
  }
}

/** A size for people: `12.3 MB`. */
export const inMegabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`
