/** States of an editor that can be gone back to, and forward again. */
export interface History<T> {
  readonly past: readonly T[]
  readonly present: T
  readonly future: readonly T[]
}

const mostSteps = 100

export const begun = <T>(present: T): History<T> => ({ past: [], present, future: [] })

/** A change; what was undone before it is gone. The same state is no change. */
export const changed = <T>({ past, present, future }: History<T>, next: T): History<T> =>
  next === present
    ? { past, present, future }
    : { past: [...past, present].slice(-mostSteps), present: next, future: [] }

export const undone = <T>(history: History<T>): History<T> => {
  const before = history.past.at(-1)
  return before === undefined
    ? history
    : { past: history.past.slice(0, -1), present: before, future: [history.present, ...history.future] }
}

export const redone = <T>(history: History<T>): History<T> => {
  const [next, ...future] = history.future
  return next === undefined ? history : { past: [...history.past, history.present], present: next, future }
}

/** The same steps, each state as it is by now: what somebody else changed is in all of them. */
export const mapped = <T>({ past, present, future }: History<T>, by: (state: T) => T): History<T> => ({
  past: past.map(by),
  present: by(present),
  future: future.map(by),
})
