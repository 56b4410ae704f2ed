import { Resolver } from 'node:dns/promises'

/** Result of a look-up of TXT records: the records, or no usable answer. */
export type TxtRecords = { readonly records: readonly string[] } | { readonly unreachable: true }

const timeoutMs = 2_000
const tries = 2
/** The name server has answered: there is no such record. */
const nothing: readonly string[] = ['ENOTFOUND', 'ENODATA']

/** Asks for TXT records. `servers`: whom, as `address:port`; the system's name servers when absent. */
export class TxtLookup {
  readonly #resolver = new Resolver({ timeout: timeoutMs, tries })
  constructor(servers: readonly string[] | undefined) {
    if (servers) this.#resolver.setServers(servers)
  }

  async find(name: string): Promise<TxtRecords> {
    try {
      return { records: (await this.#resolver.resolveTxt(name)).map((pieces) => pieces.join('')) }
    } catch (error) {
      return nothing.includes((error as { code?: string }).code ?? '') ? { records: [] } : { unreachable: true }
    }
  }
}
