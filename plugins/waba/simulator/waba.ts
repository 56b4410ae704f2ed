import {
  Faults,
  SimulatorClock,
  playPage,
  serveSimulator,
  type RunningSimulator,
  type SimulatorAnswer,
  type SimulatorRequest,
} from '@recado/sdk/testing/simulator'
import { Account } from './account.ts'
import { answerDialog360 } from './dialog360.ts'
import { answerGraph, faulty, type Graph } from './graph.ts'
import type { Line } from './line.ts'
import { download, isFilePath } from './media.ts'
import { playRoutes } from './play.ts'
import { Refused, type Fault } from './refused.ts'
import { Signup } from './signup.ts'
import { reviewRoutes, TemplateShelf } from './templates.ts'

/** A call that a number was asked for. */
export interface Asked {
  readonly line: Line
  readonly what: string
  readonly body: unknown
}

/** Stands in for Meta's Graph API and for 360dialog, and for the people with the phones. */
export class WabaSimulator implements AsyncDisposable {
  readonly clock = new SimulatorClock()
  readonly accounts: Account[] = []
  readonly asked: Asked[] = []
  /** Embedded Signup with the app of a platform's owner. */
  readonly signup = new Signup(this.clock)
  /**
   * What goes wrong next with `messages`, `read`, `upload`, `media`, `download`, `number`, `templates`,
   * `exchange` or `appData`.
   */
  readonly faults = new Faults<Fault>()
  readonly templates = new TemplateShelf((account, field, value) =>
    this.accounts.find(({ id }) => id === account)?.notify(field, value),
  )
  /** Whether an address is asked for its verification token before it is taken, as Meta does. */
  provesCallbacks = true
  #running: RunningSimulator | undefined
  #reach: (url: string) => string = (url) => url

  /** @param reach leads the public address of a node to where it is served */
  static async start({
    reach,
    ...options
  }: { port?: number; host?: string; reach?: (url: string) => string } = {}): Promise<WabaSimulator> {
    const simulator = new WabaSimulator()
    if (reach) simulator.#reach = reach
    simulator.#running = await serveSimulator((request) => simulator.handle(request), options)
    return simulator
  }

  get url(): string {
    return this.#running!.url
  }

  addAccount(): Account {
    const account = new Account(this.clock, this.templates, (url) => this.#reach(url))
    this.accounts.push(account)
    return account
  }

  /** An account with one number. */
  addLine(provider: Line['provider'] = 'meta'): Line {
    const line = this.addAccount().addLine()
    line.provider = provider
    return line
  }

  /** A business whose number is used in the Business app, and whose owner may share it by Embedded Signup. */
  addBusinessApp(phone?: string): Line {
    const account = this.addAccount()
    const line = account.addLine(phone)
    line.isOnBusinessApp = true
    this.signup.businesses.push(account)
    return line
  }

  /** Bodies of messages that a number was asked to send, without signs of reading; oldest first. */
  messages(line: Line): Readonly<Record<string, unknown>>[] {
    return this.asked
      .filter((asked) => asked.line === line && asked.what === 'messages')
      .map(({ body }) => body as Record<string, unknown>)
      .filter((body) => body['status'] === undefined)
  }

  async close(): Promise<void> {
    for (const account of this.accounts) for (const line of account.lines) line.webhook = undefined
    await this.#running?.close()
  }
  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  /** Answers one call, also without being served. */
  async handle(request: SimulatorRequest): Promise<SimulatorAnswer> {
    const { pathname } = request.url
    if (pathname === '/')
      return {
        headers: { 'content-type': 'text/html; charset=utf-8' },
        body: await playPage(new URL('page.html', import.meta.url)),
      }
    if (pathname.startsWith('/play/')) return playRoutes(this, request)
    if (pathname.startsWith('/review'))
      return reviewRoutes(this.templates, request, (url) => {
        for (const account of this.accounts) account.appCallback = url
      })
    const graph: Graph = {
      accounts: this.accounts,
      signup: this.signup,
      faults: this.faults,
      root: this.#running?.url ?? 'https://lookaside.fbsbx.com',
      reach: this.#reach,
      provesCallbacks: this.provesCallbacks,
      asked: (line, what, body) => this.asked.push({ line, what, body }),
    }
    try {
      if (isFilePath(pathname)) return await this.#file(request)
      const key = request.headers.get('d360-api-key')
      if (key !== null) return await answerDialog360(graph, pathname.slice(1), key, request)
      return await answerGraph(graph, pathname.replace(/^\/(v\d+\.\d\/)?/, ''), request)
    } catch (error) {
      if (error instanceof Refused) return error.answer
      throw error
    }
  }

  #file({ url, headers }: SimulatorRequest): Promise<SimulatorAnswer> {
    const token = headers.get('authorization')?.replace(/^Bearer /, '')
    const key = headers.get('d360-api-key')
    const line = this.accounts
      .flatMap(({ lines }) => lines)
      .find(
        (each) =>
          each.media.has(url.searchParams.get('mid') ?? '') &&
          (each.account.accessToken === token || each.apiKey === key),
      )
    if (!line) return Promise.resolve({ status: 401 })
    return faulty(this.faults, 'download', (damaged) => download(line, url, damaged))
  }
}
