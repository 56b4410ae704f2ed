import { brokenPasswordRules, normalPassword, Refusal } from '@recado/contracts'
import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto'
import { promisify } from 'node:util'
import { commonPasswords } from './common-passwords.ts'

const derive = promisify((parameters: Argon2Parameters, done: (error: Error | null, key: Buffer) => void) =>
  argon2('argon2id', parameters, done),
)

/** Costs of a hash: KiB of memory, passes over it, and lanes. */
export type PasswordCost = Readonly<Pick<Argon2Parameters, 'memory' | 'passes' | 'parallelism'>>
/**
 * OWASP's floor for argon2id: 19 MiB, two passes, one lane. More memory would let a login flood exhaust the machine
 * sooner.
 */
const floor: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 }
const saltBytes = 16
const keyBytes = 32
/** Number of concurrent hashes, as many as libuv has threads by default; each holds 19 MiB. */
const concurrent = 4
/** Further logins that may wait: about a second of work on one core. Beyond it the caller is told to come back. */
const waiting = 64

const format = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/
const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

const phc = ({ memory, passes, parallelism }: PasswordCost, salt: Buffer, key: Buffer): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(key)}`

/** Stored instead of a hash for a user without a password, whom a provider authenticates. It matches nothing. */
export const noPassword = '!'

export interface PasswordVerdict {
  readonly ok: boolean
  /** The stored hash was made with other costs than today's: store a new one while the password is at hand. */
  readonly outdated: boolean
}

/**
 * argon2id hashes in PHC format. Few run at once and few may wait; more are refused with ERR_TOO_MANY_REQUESTS, so that
 * a flood of logins costs the flood and not everybody else.
 */
export class Passwords {
  readonly #cost: PasswordCost
  // Verified against when there is no account: the answer takes as long as a wrong password would.
  readonly #decoy: string
  #running = 0
  readonly #queue: (() => void)[] = []

  /** @param cost of new hashes; another one is for tests in which many people sign in */
  constructor(cost = floor) {
    this.#cost = cost
    this.#decoy = phc(cost, randomBytes(saltBytes), randomBytes(keyBytes))
  }

  /**
   * The hash of a password that somebody chooses. `personal`: their address, name and company. `field`: where it is in
   * the request. @throws Refusal ERR_VALIDATION with the broken rules
   */
  async choose(password: string, personal: readonly (string | undefined)[], field = 'password'): Promise<string> {
    const common = await commonPasswords()
    const known = {
      isCommon: (text: string) => common.has(text),
      personal: personal.filter((text) => text !== undefined),
    }
    const broken = brokenPasswordRules(password, known)
    if (broken.length > 0)
      throw new Refusal('ERR_VALIDATION', { issues: broken.map((message) => ({ path: `body.${field}`, message })) })
    return this.hash(password)
  }

  async hash(password: string): Promise<string> {
    const salt = randomBytes(saltBytes)
    const message = normalPassword(password)
    const key = await this.#slot(() => derive({ ...this.#cost, message, nonce: salt, tagLength: keyBytes }))
    return phc(this.#cost, salt, key)
  }

  /** Without a stored hash, or with {@link noPassword}, the same work is done and the verdict is no. */
  async verify(password: string, stored: string | undefined): Promise<PasswordVerdict> {
    const kept = stored === undefined ? null : format.exec(stored)
    const parsed = kept ?? format.exec(this.#decoy)!
    const [memory, passes, parallelism] = parsed.slice(1, 4).map(Number) as [number, number, number]
    const salt = Buffer.from(parsed[4]!, 'base64')
    const expected = Buffer.from(parsed[5]!, 'base64')
    const key = await this.#slot(() =>
      derive({
        memory,
        passes,
        parallelism,
        message: normalPassword(password),
        nonce: salt,
        tagLength: expected.length,
      }),
    )
    const cost = this.#cost
    return {
      ok: timingSafeEqual(key, expected) && kept !== null,
      outdated: memory !== cost.memory || passes !== cost.passes || parallelism !== cost.parallelism,
    }
  }

  async #slot<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < concurrent) this.#running++
    else {
      if (this.#queue.length >= waiting) throw new Refusal('ERR_TOO_MANY_REQUESTS', { retryAfterSeconds: 2 })
      // The one who leaves hands its place over, so the count stays.
      await new Promise<void>((enter) => this.#queue.push(enter))
    }
    try {
      return await work()
    } finally {
      const next = this.#queue.shift()
      if (next) next()
      else this.#running--
    }
  }
}
