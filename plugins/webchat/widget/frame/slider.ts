import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { Refused } from './api.ts'
import type { SliderChallenge } from './data.ts'

/** Where the slider ends. */
export const sliderEnd = 100
/** Well before the server stops counting a challenge. */
const freshMs = 4 * 60_000

export interface SliderState {
  /** 0 to {@link sliderEnd}. */
  readonly position: number
  /** `failed`: the challenge could not be had, solved or sent; it waits for another try. */
  readonly state: 'open' | 'sending' | 'failed'
  /** The one before was not accepted. */
  readonly again: boolean
}

export interface SliderOptions {
  load(): Promise<SliderChallenge>
  /** Uses the solution. Throwing ERR_CAPTCHA_INVALID brings a new challenge. */
  use(field: string): Promise<void>
  /** Undefined once it is over. */
  onState(state: SliderState | undefined): void
}

const encoded = (value: object): string =>
  btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')

async function solved({ challenge, target }: SliderChallenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey })
  if (!solution) throw new Error('the proof of work was not solved')
  return encoded({
    challenge,
    solution: { counter: solution.counter, derivedKey: solution.derivedKey },
    position: target,
  })
}

/**
 * The slider that the server asks for before more is sent. The machine solves its part while the person does theirs;
 * `done` resolves once the server has taken both.
 */
export class Slider {
  readonly done: Promise<void>
  readonly #options: SliderOptions
  readonly #finish: () => void
  #state: SliderState = { position: 0, state: 'open', again: false }
  #attempt: { readonly field: Promise<string>; readonly until: number }

  constructor(options: SliderOptions) {
    this.#options = options
    const { promise, resolve } = Promise.withResolvers<void>()
    this.done = promise
    this.#finish = resolve
    this.#attempt = this.#begin()
    this.#set({})
  }

  slide(position: number): void {
    if (this.#state.state !== 'open') return
    this.#set({ position })
    if (position >= sliderEnd) void this.#send()
  }

  /** After a failure: a new challenge; the person need not slide again. */
  retry(): void {
    this.#attempt = this.#begin()
    this.#set({ state: 'open' })
    if (this.#state.position >= sliderEnd) void this.#send()
  }

  async #send(): Promise<void> {
    this.#set({ state: 'sending' })
    try {
      if (Date.now() > this.#attempt.until) this.#attempt = this.#begin()
      await this.#options.use(await this.#attempt.field)
      this.#finish()
      this.#options.onState(undefined)
    } catch (error) {
      const again = error instanceof Refused && error.code === 'ERR_CAPTCHA_INVALID'
      if (!again) return this.#set({ state: 'failed' })
      this.#attempt = this.#begin()
      this.#set({ position: 0, state: 'open', again })
    }
  }

  #begin() {
    const field = this.#options.load().then(solved)
    // Who waits for it hears of it; nobody may be waiting yet.
    field.catch(() => undefined)
    return { field, until: Date.now() + freshMs }
  }

  #set(part: Partial<SliderState>): void {
    this.#state = { ...this.#state, ...part }
    this.#options.onState(this.#state)
  }
}
