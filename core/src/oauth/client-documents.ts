import * as z from 'zod'
import { BriefCache } from '../base/brief-cache.ts'
import type { Egress } from '../security/egress.ts'
import { ClientMetadata, type RegisteredClient } from './client-id.ts'

/** Longest address that can be the id of a program, in characters. */
const longestAddress = 400
/** Largest document, in bytes, as its draft recommends. */
const largestDocument = 5 * 1_024
/** How long one is waited for, in milliseconds: somebody looks at the page meanwhile. */
const waitMs = 5_000
/** How long a document is taken as it was read, in milliseconds. */
const keptMs = 10 * 60_000
/** Documents that a node keeps. */
const mostKept = 200

/** The address of a document, where the id of a program is one: https, with a path and nothing behind it. */
export function documentAddress(id: string): URL | undefined {
  if (id.length > longestAddress || !id.startsWith('https://') || !URL.canParse(id)) return undefined
  const url = new URL(id)
  const isPlain = url.href === id && url.pathname !== '/' && url.search === '' && !id.includes('#')
  return isPlain && url.username === '' && url.password === '' ? url : undefined
}

const documentOf = (id: string) =>
  ClientMetadata.extend({
    client_id: z.literal(id),
    // Programs have no secrets here.
    token_endpoint_auth_method: z.literal('none').default('none'),
  })

/**
 * Programs whose id is the address of a document that describes them (draft-ietf-oauth-client-id-metadata-document).
 * It is fetched through the guard of all that leaves, without redirects, when a user looks at what such a program asks.
 */
export class ClientDocuments {
  readonly #fetch: typeof fetch
  readonly #known = new BriefCache<RegisteredClient>(keptMs, mostKept)
  constructor(egress: Pick<Egress, 'fetchFor'>) {
    this.#fetch = egress.fetchFor({ timeoutMs: waitMs, maxBytes: largestDocument, maxRedirects: 0 })
  }

  /** Undefined for an id that is no such address, and for a document that is away or wrong. */
  async read(id: string): Promise<RegisteredClient | undefined> {
    const address = documentAddress(id)
    if (!address) return undefined
    // What is away or wrong is asked for again by the next look.
    return this.#known.get(id, () => this.#read(id, address)).catch(() => undefined)
  }

  async #read(id: string, address: URL): Promise<RegisteredClient> {
    const response = await this.#fetch(address, { headers: { accept: 'application/json' }, redirect: 'error' })
    if (response.status !== 200) {
      await response.body?.cancel()
      throw new Error(`a document of a program was answered with ${response.status}`)
    }
    const { client_name: name, redirect_uris: redirects } = documentOf(id).parse(await response.json())
    return { name: name || address.host, redirects, site: address.host }
  }
}
