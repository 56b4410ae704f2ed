/** The wall clock, injected so that rules about time can be tested without waiting. */
export interface Clock {
  now(): Date
}
export const systemClock: Clock = { now: () => new Date() }
