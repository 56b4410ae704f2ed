const minute = 60
const hour = 60 * minute
const day = 24 * hour
/** Steps that people read as round, in seconds. */
const roundSteps = [
  ...[1, 2, 5, 10, 15, 30],
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * minute),
  ...[1, 2, 3, 6, 12].map((hours) => hours * hour),
]
const roundDays = [1, 2, 5]
const mostSteps = 5

/** Where an axis of durations up to `longest` seconds is marked: five round steps at most, from 0 to above it. */
export function durationTicks(longest: number): number[] {
  const wanted = Math.max(longest, 1) / mostSteps
  const step = roundSteps.find((seconds) => seconds >= wanted) ?? stepOfDays(wanted)
  return Array.from({ length: Math.ceil(Math.max(longest, 1) / step) + 1 }, (_, index) => index * step)
}

/** The smallest of 1, 2, 5, 10, 20, 50 … days that is not shorter. */
function stepOfDays(seconds: number): number {
  for (let scale = day; ; scale *= 10) for (const days of roundDays) if (days * scale >= seconds) return days * scale
}
