import { randomUUID } from 'node:crypto'
import {
  ProviderSimulator,
  type ListenOptions,
  type SimulatorAnswer,
  type SimulatorRequest,
} from '@recado/sdk/testing/simulator'
import { Account } from './account.ts'
import { answerHub, type Hub } from './api.ts'
import { playRoutes } from './play.ts'

/** Stands in for NotificaMe's hub, and for the people on its channels. */
export class HubSimulator extends ProviderSimulator implements Hub {
  protected readonly page = new URL('page.html', import.meta.url)
  readonly accounts: Account[] = []
  readonly files = new Map<string, { readonly bytes: Uint8Array; readonly mime: string }>()
  /** Where files lie. */
  filesAt = 'https://files.notificame.example'
  readonly #reach: (url: string) => string

  /** @param reach leads the public address of a node to where it is served */
  constructor(reach: (url: string) => string = (url) => url) {
    super()
    this.#reach = reach
  }

  static async start({
    reach,
    ...options
  }: ListenOptions & { reach?: (url: string) => string } = {}): Promise<HubSimulator> {
    const simulator = await new HubSimulator(reach).listen(options)
    simulator.filesAt = simulator.url
    return simulator
  }

  addAccount(): Account {
    const account = new Account(this.clock, this.#reach)
    this.accounts.push(account)
    return account
  }

  /** Keeps a file, and says where it lies. */
  keep(bytes: Uint8Array, mime: string): string {
    const path = `/files/${randomUUID()}`
    this.files.set(path, { bytes, mime })
    return this.filesAt + path
  }

  protected play(request: SimulatorRequest): Promise<SimulatorAnswer> {
    return playRoutes(this, request)
  }

  protected answer(request: SimulatorRequest): SimulatorAnswer | Promise<SimulatorAnswer> {
    const { pathname } = request.url
    if (!pathname.startsWith('/files/')) return answerHub(this, request)
    const file = this.files.get(pathname)
    return file ? { headers: { 'content-type': file.mime }, body: file.bytes } : { status: 404 }
  }
}
