import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import { derivedKey } from '../security/keys.ts'
import { redirectOf } from './redirect-address.ts'

/** Largest registration, in bytes: its id travels in addresses. */
const largestClient = 2_000
/** Addresses that a program may be led back to. */
const mostRedirects = 5
const mark = 'rcc_'

/** A program as it registered. */
export interface RegisteredClient {
  readonly name: string
  readonly redirects: readonly string[]
  /** Host of the document that describes it, where its id is the address of one. */
  readonly site?: string
}

const Packed = z.strictObject({ n: z.string(), r: z.array(z.string()) })

/** What is not written: control characters, and those that turn the direction of a text around. */
const unwritten = /[\p{C}\p{Zl}\p{Zp}]+/gu

/** Registrations of programs, by RFC 7591; what else a program says of itself is of no use here. */
export const ClientMetadata = z.object({
  redirect_uris: z
    .array(z.string().refine((uri) => redirectOf(uri) !== undefined))
    .min(1)
    .max(mostRedirects),
  client_name: z
    .string()
    .transform((name) => name.replaceAll(unwritten, ' ').trim().slice(0, 80))
    .optional(),
  grant_types: z
    .array(z.string())
    .max(10)
    .refine((types) => types.includes('authorization_code'))
    .optional(),
  response_types: z
    .array(z.string())
    .max(10)
    .refine((types) => types.includes('code'))
    .optional(),
})

/**
 * Ids of programs. Anybody registers as often as they want, so nothing of it is stored: the id holds what was said, and
 * a mark by which this installation knows that it wrote it (RFC 7591, A.5.2).
 */
export class ClientIds {
  readonly #key: Buffer
  constructor(secret: string) {
    this.#key = derivedKey(secret, 'ids of programs')
  }

  /** Undefined for a registration that is too large. */
  write({ name, redirects }: RegisteredClient): string | undefined {
    const packed = Buffer.from(JSON.stringify({ n: name, r: redirects }))
    if (packed.length > largestClient) return undefined
    const body = packed.toString('base64url')
    return `${mark}${body}.${this.#markOf(body).toString('base64url')}`
  }

  /** Undefined for an id that this installation did not write. */
  read(id: string): RegisteredClient | undefined {
    const [, body, given] = /^rcc_([A-Za-z0-9_-]{1,2700})\.([A-Za-z0-9_-]{43})$/.exec(id) ?? []
    if (body === undefined || given === undefined) return undefined
    const known = Buffer.from(given, 'base64url')
    const own = this.#markOf(body)
    if (known.length !== own.length || !timingSafeEqual(known, own)) return undefined
    const { n, r } = Packed.parse(JSON.parse(Buffer.from(body, 'base64url').toString()))
    return { name: n, redirects: r }
  }

  #markOf(body: string): Buffer {
    return createHmac('sha256', this.#key).update(body).digest()
  }
}
