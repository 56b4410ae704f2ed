import { setTimeout as pause } from 'node:timers/promises'
import { ChannelError, type ConnectionContext, type SessionFacts, type SessionState } from '@recado/sdk'
import type { WuzapiConfig } from '../channel/config.ts'
import type { Gateway } from '../gateway/client.ts'
import { setUp, subscribed } from '../gateway/setup.ts'
import { codeOf, connect, statusOf, typedCodeOf, type GatewayStatus } from '../gateway/status.ts'
import { PairingNumber, numberTopic } from '../pairing/number.ts'
import { stepOf } from './standing.ts'
import { Told, toldKey, toldTopic } from './told.ts'

type Ctx = ConnectionContext<WuzapiConfig>

/** Between two looks at a session that works, or waits for a person. */
const calmMs = 30_000
/** While codes are shown, which change, and while the gateway is connecting. */
const eagerMs = 2_000
const firstRetryMs = 1_000
/** Connecting takes a moment; after this many attempts people are told. */
const patientConnects = 4
const linkedKey = 'linked'

/**
 * Looks after one session at its gateway until it is closed: sets it up, shows codes, says how it stands. It begins
 * anew after the gateway was away, since one that was set up again knows nothing.
 */
export class Watch {
  readonly #ctx: Ctx
  readonly #gateway: Gateway
  readonly #signal: AbortSignal
  #isSetUp = false
  #failures = 0
  #connects = 0
  #triedAt = 0
  #hasShownCodes = false
  #wasLinked = false
  #last: SessionState | undefined
  #typed: string | undefined
  #isRefused = false
  #waking = Promise.withResolvers<void>()
  /** Address of the linked number, as far as it is known. */
  self: string | undefined
  isOpen = false

  constructor(ctx: Ctx, gateway: Gateway, signal: AbortSignal) {
    this.#ctx = ctx
    this.#gateway = gateway
    this.#signal = signal
  }

  /** The first look. It does not fail: what is wrong is said as the state, and tried again by `run`. */
  async begin(): Promise<number> {
    this.#say({ state: 'starting' })
    const { state } = this.#ctx
    // What was told before is what a person has just answered by opening it again.
    await state.delete(toldKey)
    this.#wasLinked = (await state.get<boolean>(linkedKey)) === true
    return this.#look()
  }

  /** Looks again, the first time after `afterMs`, until the session is closed. */
  async run(afterMs: number): Promise<void> {
    const unheard = [
      this.#ctx.topics.subscribe(toldTopic, () => this.wake()),
      this.#ctx.topics.subscribe(numberTopic, (number) => void this.#typedBy(number)),
    ]
    try {
      let next = afterMs
      while (!this.#signal.aborted) {
        await this.#pause(next)
        if (this.#signal.aborted) return
        next = await this.#look()
      }
    } finally {
      for (const stop of unheard) stop()
    }
  }

  async #pause(ms: number): Promise<void> {
    const over = new AbortController()
    const signal = AbortSignal.any([this.#signal, over.signal])
    const asleep = pause(ms, undefined, { signal, ref: false }).catch(() => undefined)
    await Promise.race([asleep, this.#waking.promise])
    this.#waking = Promise.withResolvers<void>()
    over.abort()
  }

  /** How the session stands, for a report: codes and counts. */
  diagnose(): SessionFacts {
    const last = this.#last
    return {
      isOpen: this.isOpen,
      isSetUp: this.#isSetUp,
      wasLinked: this.#wasLinked,
      failures: this.#failures,
      connects: this.#connects,
      state: last?.state ?? null,
      code: last && 'code' in last ? (last.code ?? null) : null,
      isPairingRefused: this.#isRefused,
    }
  }

  /** Has it look now: there is news, or a doubt. */
  wake(): void {
    this.#waking.resolve()
  }

  /** One look. @returns after how many milliseconds to look again */
  async #look(): Promise<number> {
    try {
      const next = await this.#step()
      this.#failures = 0
      return next
    } catch (error) {
      if (this.#signal.aborted) return 0
      return this.#failed(error)
    }
  }

  async #step(): Promise<number> {
    const status = this.#isSetUp ? await statusOf(this.#gateway, this.#signal) : await setUp(this.#gateway, this.#ctx)
    this.#isSetUp = true
    const step = stepOf({
      status,
      told: Told.safeParse(await this.#ctx.state.get<unknown>(toldKey)).data,
      wasLinked: this.#wasLinked,
      hasShownCodes: this.#hasShownCodes,
    })
    const wasOpen = this.isOpen
    this.isOpen = step.next === 'work'
    if (step.next !== 'connect') this.#connects = 0
    switch (step.next) {
      case 'work':
        await this.#works(status)
        this.#say(step.state)
        return calmMs
      case 'wait':
        // Once a person opens it again, it shows codes to be scanned.
        if (this.#wasLinked && !status.loggedIn) await this.#ctx.state.delete(linkedKey)
        this.#say(step.state)
        return calmMs
      case 'retry':
        this.#say(step.state)
        return this.#retry()
      case 'connect':
        // Why the line is gone may be on its way: who connects at once takes the session back from whoever replaced it.
        return wasOpen ? firstRetryMs : this.#connect()
      case 'show':
        return this.#show()
    }
  }

  async #works({ jid }: GatewayStatus): Promise<void> {
    this.self = jid ?? this.self
    this.#hasShownCodes = false
    this.#typed = undefined
    if (!this.#wasLinked) await this.#ctx.state.set(linkedKey, true)
    this.#wasLinked = true
  }

  /** What the gateway tells of an attempt has this look again: the next attempt waits all the same. */
  async #retry(): Promise<number> {
    if (Date.now() - this.#triedAt >= calmMs - eagerMs) {
      this.#triedAt = Date.now()
      await connect(this.#gateway, subscribed, this.#signal)
    }
    return calmMs
  }

  async #connect(): Promise<number> {
    const afterMs = Math.min(calmMs, (eagerMs / 4) * 2 ** this.#connects++)
    if (this.#connects > patientConnects)
      this.#say({
        state: 'degraded',
        code: 'OFFLINE',
        message: 'the gateway has no line to WhatsApp',
        retryAt: new Date(Date.now() + afterMs),
      })
    await connect(this.#gateway, subscribed, this.#signal)
    return afterMs
  }

  async #show(): Promise<number> {
    const qr = await codeOf(this.#gateway, this.#signal)
    if (qr === undefined && this.#typed === undefined) return eagerMs / 4
    this.#hasShownCodes = true
    this.#say({
      state: 'needsAction',
      reason: 'login',
      ...(qr !== undefined && { qr }),
      ...(this.#typed !== undefined && { pairingCode: this.#typed }),
      ...(this.#isRefused && { code: 'PAIRING_REFUSED' }),
    })
    return eagerMs
  }

  /** Somebody cannot scan, and wants a code for typing on the phone of this number. */
  async #typedBy(asked: unknown): Promise<void> {
    const number = PairingNumber.safeParse(asked).data
    if (number === undefined || this.isOpen) return
    this.#typed = await typedCodeOf(this.#gateway, number, this.#signal).catch(() => undefined)
    this.#isRefused = this.#typed === undefined
    this.wake()
  }

  #failed(error: unknown): number {
    this.isOpen = false
    this.#isSetUp = false
    const { kind, code, message } = ChannelError.is(error)
      ? error
      : { kind: 'provider', code: 'INTERNAL', message: 'the session failed' }
    if (!ChannelError.is(error)) this.#ctx.log.error({ err: error }, 'looking after a session of WuzAPI failed')
    if (kind === 'auth') {
      this.#say({ state: 'needsAction', reason: 'relogin', code: 'TOKEN' })
      return calmMs
    }
    const afterMs = Math.min(calmMs, firstRetryMs * 2 ** this.#failures++)
    this.#say({
      state: 'degraded',
      code: kind === 'network' ? 'UNREACHABLE' : code,
      message,
      retryAt: new Date(Date.now() + afterMs),
    })
    return afterMs
  }

  #say(state: SessionState): void {
    if (this.#signal.aborted || JSON.stringify(state) === JSON.stringify(this.#last)) return
    // What has failed is over: it begins anew.
    if (this.#last?.state === 'failed' && state.state !== 'failed') this.#ctx.setState({ state: 'starting' })
    this.#last = state
    this.#ctx.setState(state)
  }
}
