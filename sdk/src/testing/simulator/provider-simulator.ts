import { SimulatorClock } from './clock.ts'
import { Faults } from './faults.ts'
import { playPage } from './play-page.ts'
import type { ScriptedFault } from './scripted-fault.ts'
import {
  serveSimulator,
  type RunningSimulator,
  type SimulatorAnswer,
  type SimulatorRequest,
  type TakeOver,
} from './serve.ts'

const mostRequests = 1_000

/** Address of a simulator; any free port of this machine by default. */
export interface ListenOptions {
  readonly port?: number
  readonly host?: string
}

/**
 * Base of every stand-in for a provider: a world with a clock, an API that answers, faults that a test plans, and a
 * page for writing as a customer. A subclass implements the answers; it may be served (`listen`) or called directly
 * (`handle`), as {@link ScriptedProvider} of the conformance suite does.
 */
export abstract class ProviderSimulator<Fault = ScriptedFault> implements AsyncDisposable {
  readonly clock = new SimulatorClock()
  /** Planned faults, by call. */
  readonly faults = new Faults<Fault>()
  /** Requests to the API, oldest first; only the last ones of a long run. */
  readonly requests: SimulatorRequest[] = []
  #running: RunningSimulator | undefined

  /** The page for writing as a customer. It calls the paths below `/play/`. */
  protected abstract readonly page: URL
  /** The provider's API. */
  protected abstract answer(request: SimulatorRequest): SimulatorAnswer | Promise<SimulatorAnswer>
  /** Answers the page's requests: the conversation, and every act of the customer. */
  protected abstract play(request: SimulatorRequest): SimulatorAnswer | Promise<SimulatorAnswer>

  /** Takes over connections that ask for another protocol than HTTP; without it they are hung up on. */
  protected readonly takeOver?: TakeOver

  /** Serves it over HTTP. */
  async listen(options: ListenOptions = {}): Promise<this> {
    this.#running = await serveSimulator((request) => this.handle(request), {
      ...options,
      ...(this.takeOver && { takeOver: this.takeOver }),
    })
    return this
  }

  get url(): string {
    if (!this.#running) throw new Error('the simulator does not listen yet')
    return this.#running.url
  }

  async handle(request: SimulatorRequest): Promise<SimulatorAnswer> {
    const { pathname } = request.url
    if (pathname === '/')
      return { headers: { 'content-type': 'text/html; charset=utf-8' }, body: await playPage(this.page) }
    if (pathname.startsWith('/play/')) return this.play(request)
    this.requests.push(request)
    if (this.requests.length > mostRequests) this.requests.shift()
    return this.answer(request)
  }

  async close(): Promise<void> {
    await this.#running?.close()
  }
  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }
}
