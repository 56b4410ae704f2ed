import { Refusal } from '@recado/contracts'
import { createHmac, randomBytes } from 'node:crypto'
import type { EventBus } from '../bus/bus.ts'
import type { Clock } from '../base/clock.ts'
import { networkOf } from '../http/address.ts'

interface Policy {
  readonly free: number
  readonly capMs: number
}

/**
 * Failures that cost nothing, then one second, doubling up to the cap. The pair carries the weight; the account alone
 * waits a minute at most, because anybody may name it and nobody may lock its owner out.
 */
const policies = {
  pair: { free: 5, capMs: 15 * 60_000 },
  account: { free: 20, capMs: 60_000 },
  address: { free: 30, capMs: 15 * 60_000 },
} as const satisfies Record<string, Policy>
type Kind = keyof typeof policies
/** So many failures of an account or an address ask for the captcha before the next attempt. */
const suspiciousFrom = 3

/** Time for which an address stays familiar for an account that was signed in to there. */
const familiarMs = 30 * 24 * 60 * 60_000
/** Failures are forgotten after a quiet hour. */
const memoryMs = 60 * 60_000
/** Bounds the memory an attacker with many addresses can take; the oldest go first. */
const capacity = 50_000
const topic = 'access.login-attempt'

interface Failures {
  count: number
  last: number
}
interface Notice {
  readonly node: string
  readonly keys: Readonly<Record<Kind, string>>
  readonly change: 'begun' | 'succeeded' | 'withdrawn'
}

export interface LoginAttempt {
  /**
   * Forgives what the account has failed before. The address only gets this attempt back: one good account behind it
   * proves nothing of the others.
   */
  succeeded(): void
  /** The attempt came to no verdict, through no fault of the caller. */
  withdrawn(): void
}

/**
 * Soft delays on guessing, per account, per address and per both. An attempt counts as failed from its start, so that
 * parallel guesses gain nothing, and is forgiven when it succeeds. If an account was signed in to from an address,
 * failures elsewhere do not delay it there: distributed guessing cannot keep its owner out. All nodes count together;
 * keys are hashed, so that no e-mail address travels or stays.
 */
export class LoginDelay {
  readonly #failures = new Map<string, Failures>()
  /** When each pair of account and address last succeeded. */
  readonly #familiar = new Map<string, number>()
  readonly #node = randomBytes(8).toString('hex')
  readonly #key: Buffer
  readonly #clock: Clock
  readonly #bus: Pick<EventBus, 'emit' | 'on'>
  readonly #leave: () => void

  constructor(options: { secret: string; clock: Clock; bus: Pick<EventBus, 'emit' | 'on'> }) {
    this.#key = createHmac('sha256', options.secret).update('login delay keys').digest()
    this.#clock = options.clock
    this.#bus = options.bus
    this.#leave = options.bus.on(topic, (data) => {
      const notice = data as Notice
      if (notice.node !== this.#node) this.#apply(notice)
    })
  }

  /** Refuses with ERR_TOO_MANY_REQUESTS and the seconds to wait, or counts the attempt. */
  begin(account: string, address: string): LoginAttempt {
    const network = networkOf(address)
    const keys: Record<Kind, string> = {
      pair: this.#hash('pair', `${account}\n${network}`),
      account: this.#hash('account', account),
      address: this.#hash('address', network),
    }
    const now = this.#clock.now().getTime()
    const familiar = now - (this.#familiar.get(keys.pair) ?? -Infinity) < familiarMs
    const asked = (Object.keys(policies) as Kind[]).filter((kind) => kind !== 'account' || !familiar)
    const wait = Math.max(...asked.map((kind) => this.#waitMs(keys[kind], policies[kind], now)))
    if (wait > 0) throw new Refusal('ERR_TOO_MANY_REQUESTS', { retryAfterSeconds: Math.ceil(wait / 1_000) })
    const tell = (change: Notice['change']): void => this.#tell({ node: this.#node, keys, change })
    tell('begun')
    return { succeeded: () => tell('succeeded'), withdrawn: () => tell('withdrawn') }
  }

  /**
   * Whether the address, or the account where one is named, has failed a few times lately. Attempts under way count as
   * failed.
   */
  isSuspicious(address: string, account?: string): boolean {
    const keys = [
      this.#hash('address', networkOf(address)),
      ...(account === undefined ? [] : [this.#hash('account', account)]),
    ]
    const now = this.#clock.now().getTime()
    return keys.some((key) => this.#remembered(key, now) >= suspiciousFrom)
  }

  close(): void {
    this.#leave()
  }

  #tell(notice: Notice): void {
    this.#apply(notice)
    this.#bus.emit(topic, notice)
  }

  #apply({ keys, change }: Notice): void {
    const now = this.#clock.now().getTime()
    if (change === 'succeeded') {
      this.#familiar.delete(keys.pair)
      this.#familiar.set(keys.pair, now)
      if (this.#familiar.size > capacity) this.#familiar.delete(this.#familiar.keys().next().value!)
    }
    for (const kind of Object.keys(policies) as Kind[]) {
      const key = keys[kind]
      const known = this.#failures.get(key)
      const remembered = this.#remembered(key, now)
      const count =
        change === 'begun' ? remembered + 1 : change === 'succeeded' && kind !== 'address' ? 0 : remembered - 1
      this.#failures.delete(key)
      if (count > 0) this.#failures.set(key, { count, last: change === 'begun' || !known ? now : known.last })
      if (this.#failures.size > capacity) this.#failures.delete(this.#failures.keys().next().value!)
    }
  }

  #remembered(key: string, now: number): number {
    const known = this.#failures.get(key)
    return known && now - known.last < memoryMs ? known.count : 0
  }

  #waitMs(key: string, policy: Policy, now: number): number {
    const known = this.#failures.get(key)
    if (!known || known.count < policy.free) return 0
    const delay = Math.min(1_000 * 2 ** Math.min(known.count - policy.free, 20), policy.capMs)
    return known.last + delay - now
  }

  #hash(kind: Kind, value: string): string {
    return createHmac('sha256', this.#key).update(`${kind}\n${value}`).digest('base64url').slice(0, 22)
  }
}
