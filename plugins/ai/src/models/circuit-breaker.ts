import { ModelFailure, type FailureCode } from './model-failure.ts'

/** Questions in a row without an answer after which a provider is left alone, and for how long in milliseconds. */
const [mostFailures, restMs] = [5, 20_000]
/** Providers that are remembered. */
const mostKept = 5_000

/** Failures that say that the provider does not answer just now; any other one is an answer. */
const isAway = (failure: FailureCode | undefined): boolean =>
  failure === 'ERR_AI_UNREACHABLE' || failure === 'ERR_AI_BUSY'

interface Counted {
  failures: number
  /** Until then nobody is asked. */
  until: number
}

/**
 * Leaves a provider alone that has not answered a company several times in a row: people and jobs are told at once
 * instead of after all attempts. After a rest one question tries again.
 */
export class CircuitBreaker {
  readonly #counted = new Map<string, Counted>()
  readonly #now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** To be called before a question. @throws ModelFailure ERR_AI_UNREACHABLE while the provider is left alone */
  assertClosed(provider: string): void {
    const counted = this.#counted.get(provider)
    if (!counted || counted.failures < mostFailures) return
    const now = this.#now()
    if (counted.until > now) throw new ModelFailure('ERR_AI_UNREACHABLE')
    // This one tries; the others wait for what comes of it.
    counted.until = now + restMs
  }

  /** To be called where nothing came of it but that the caller left: the next question may try in its place. */
  retry(provider: string): void {
    const counted = this.#counted.get(provider)
    if (counted && counted.failures >= mostFailures) counted.until = this.#now()
  }

  /** To be called with what came of it. */
  note(provider: string, failure: FailureCode | undefined): void {
    if (!isAway(failure)) {
      this.#counted.delete(provider)
      return
    }
    const counted = this.#counted.get(provider) ?? { failures: 0, until: 0 }
    this.#counted.delete(provider)
    this.#counted.set(provider, { failures: counted.failures + 1, until: this.#now() + restMs })
    if (this.#counted.size > mostKept) this.#counted.delete(this.#counted.keys().next().value!)
  }
}
