import { publicApi } from '../../../base/session/services.ts'
import { quietHeader } from '../../../base/api/signed-in-fetch.ts'
import type { CaptchaChallenge, CaptchaPurpose } from '../../../base/contracts.ts'

interface Solution {
  readonly counter: number
  readonly derivedKey: string
}

/** One challenge on its way to a solution. */
export interface CaptchaAttempt {
  /** Milliseconds of the page's clock at which it is too old to be sent. */
  readonly until: number
  /** The field `captcha`, for a slider that was left at its end. */
  readonly field: Promise<string>
  close(): void
}

/** Well before the server stops counting it. */
const freshMs = 4 * 60_000

function solve(challenge: CaptchaChallenge['challenge'], signal: AbortSignal): Promise<Solution> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const worker = new Worker(new URL('./solver.worker.ts', import.meta.url), { type: 'module' })
    const end = () => worker.terminate()
    signal.addEventListener(
      'abort',
      () => {
        end()
        reject(signal.reason as Error)
      },
      { once: true },
    )
    worker.addEventListener('message', ({ data }: MessageEvent<Solution | null>) => {
      end()
      if (data) resolve(data)
      else reject(new Error('the proof of work was not solved'))
    })
    worker.addEventListener('error', () => {
      end()
      reject(new Error('the proof of work could not begin'))
    })
    worker.postMessage(challenge, [])
  })
}

const encoded = (value: object): string =>
  btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')

/** Asks for a challenge and begins to solve it at once. */
export function openAttempt(purpose: CaptchaPurpose): CaptchaAttempt {
  const controller = new AbortController()
  const { signal } = controller
  const field = (async () => {
    const { challenge, target } = await publicApi.get<CaptchaChallenge>('/auth/challenge', {
      query: { purpose },
      signal,
      headers: { [quietHeader]: '1' },
    })
    return encoded({ challenge, solution: await solve(challenge, signal), position: target })
  })()
  // A rejection reaches those who await it; until then it counts as handled.
  field.catch(() => undefined)
  return { until: Date.now() + freshMs, field, close: () => controller.abort() }
}
