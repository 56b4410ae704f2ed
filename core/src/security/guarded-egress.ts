import { parseRange } from '../base/addresses.ts'
import type { Egress } from './egress.ts'

export type Resolve = (name: string) => Promise<readonly string[]>

export interface EgressOptions {
  /** Every address of a name; the system's resolver when absent. */
  readonly resolve?: Resolve
  /**
   * Ranges that may be reached although they are not public, as `127.0.0.1/32`: for tests and for targets in one's own
   * network. Empty when absent.
   */
  readonly allow?: readonly string[]
  /** Certificate of an authority that counts beside the public ones, PEM: for targets in one's own network. */
  readonly ca?: string
}

/**
 * The guard. Its HTTP client is a tenth of what the server could load, so it comes with the first call. Close the guard
 * with the server: it keeps connections alive.
 */
export function createEgress({ resolve, allow = [], ca }: EgressOptions = {}): Egress & { close(): Promise<void> } {
  const rules = { resolve, allowed: allow.map(parseRange), ca }
  let loaded: Promise<Egress & { close(): Promise<void> }> | undefined
  const client = (): Promise<Egress> =>
    (loaded ??= import('./egress-client.ts').then(({ createEgressClient }) => createEgressClient(rules)))
  return {
    fetchFor: (policy) =>
      (async (input: string | URL | Request, init?: RequestInit) =>
        (await client()).fetchFor(policy)(input, init)) as typeof fetch,
    resolveFor: (policy) => async (host) => (await client()).resolveFor(policy)(host),
    connectFor: (policy) => async (host, port, signal) => (await client()).connectFor(policy)(host, port, signal),
    close: async () => (await loaded)?.close(),
  }
}
