/** Wrong guesses since the last completed sign-in that cost no waiting. */
export const freeGuesses = 5
/** The longest wait between two guesses, in seconds, for who has the right code as well. */
export const longestDelaySeconds = 60 * 60

/** Seconds to wait after the last of so many wrong guesses: none at first, then one, doubling up to an hour. */
export const guessDelaySeconds = (failures: number): number =>
  failures < freeGuesses ? 0 : Math.min(longestDelaySeconds, 2 ** Math.min(failures - freeGuesses, 30))
