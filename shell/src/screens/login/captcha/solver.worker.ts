import { solveChallenge, type Challenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

/* Solves one proof of work beside the page, so that typing never waits for it. */

addEventListener('message', ({ data }: MessageEvent<Challenge>) => {
  solveChallenge({ challenge: data, deriveKey }).then(
    (solution) => postMessage(solution && { counter: solution.counter, derivedKey: solution.derivedKey }),
    // The page is notified of the failure; it could not act on the reason.
    () => postMessage(null),
  )
})
