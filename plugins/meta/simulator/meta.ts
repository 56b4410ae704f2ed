import {
  ProviderSimulator,
  type ListenOptions,
  type SimulatorAnswer,
  type SimulatorRequest,
} from '@recado/sdk/testing/simulator'
import { Account, type App, type Meta } from './account.ts'
import { answerGraph } from './graph.ts'
import { playRoutes } from './play.ts'
import { Refused } from './refused.ts'
import type { StoredFile } from './world.ts'

/** Where files lie while the simulator is called without being served. */
const unserved = 'https://scontent.fbcdn.net'

/** Stands in for Meta's Graph API with Messenger and Instagram, and for the people who write there. */
export class MetaSimulator extends ProviderSimulator implements Meta {
  protected readonly page = new URL('page.html', import.meta.url)
  readonly accounts: Account[] = []
  readonly files = new Map<string, StoredFile>()
  provesCallbacks = true
  fetchesFiles = true
  filesAt = unserved
  /** Leads the public address of a node to where it is served. */
  readonly reach: (url: string) => string

  constructor(reach: (url: string) => string = (url) => url) {
    super()
    this.reach = reach
  }

  static async start({
    reach,
    ...options
  }: ListenOptions & { reach?: (url: string) => string } = {}): Promise<MetaSimulator> {
    const simulator = await new MetaSimulator(reach).listen(options)
    simulator.filesAt = simulator.url
    return simulator
  }

  /** A page, or an account of Instagram, with an app of its own unless one is given. */
  addAccount(product: Account['product'], app?: App): Account {
    const account = new Account(this, product, app)
    this.accounts.push(account)
    return account
  }

  protected play(request: SimulatorRequest): Promise<SimulatorAnswer> {
    return playRoutes(this, request)
  }

  protected async answer(request: SimulatorRequest): Promise<SimulatorAnswer> {
    const { pathname } = request.url
    if (pathname.startsWith('/files/')) {
      const file = this.files.get(pathname)
      return file ? { headers: { 'content-type': file.mime }, body: file.bytes } : { status: 404 }
    }
    try {
      return await answerGraph(this, request)
    } catch (error) {
      if (error instanceof Refused) return error.answer
      throw error
    }
  }
}
