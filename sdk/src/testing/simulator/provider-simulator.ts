import { SimulatorClock } from './clock.ts'
import { Faults } from './faults.ts'
import { playPage } from './play-page.ts'
import type { ScriptedFault } from './scripted-fault.ts'
import { serveSimulator, type RunningSimulator, type SimulatorAnswer, type SimulatorRequest } from './serve.ts'

const mostRequests = 1_000

/** Where a simulator listens; any free port of this machine without it. */
export interface ListenOptions {
  readonly port?: number
  readonly host?: string
}

/**
 * What every stand-in for a provider is: a world with a clock, an API that answers, faults that a test plans, and a
 * page on which a person plays the customer. A subclass says what it answers; it may be served (`listen`) or asked
 * directly (`handle`), as {@link ScriptedProvider} of the conformance suite does.
 */
export abstract class ProviderSimulator<Fault = ScriptedFault> implements AsyncDisposable {
  readonly clock = new SimulatorClock()
  /** What goes wrong next, by what is called. */
  readonly faults = new Faults<Fault>()
  /** What the API was asked, oldest first; of a long life the end. */
  readonly requests: SimulatorRequest[] = []
  #running: RunningSimulator | undefined

  /** The page on which a person plays the customer. It speaks to the paths below `/play/`. */
  protected abstract readonly page: URL
  /** The provider's API. */
  protected abstract answer(request: SimulatorRequest): SimulatorAnswer | Promise<SimulatorAnswer>
  /** What the page asks: the conversation, and everything that the customer does. */
  protected abstract play(request: SimulatorRequest): SimulatorAnswer | Promise<SimulatorAnswer>

  /** Serves it over HTTP. */
  async listen(options: ListenOptions = {}): Promise<this> {
    this.#running = await serveSimulator((request) => this.handle(request), options)
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
