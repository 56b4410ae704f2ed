import { answeredRefusal, ChannelError, Refusal, type Logger, type PluginErrors } from '@recado/contracts'
import type { Clock } from '../base/clock.ts'
import { isDatabaseDown } from '../db/database-down.ts'
import { currentContext, withContext } from '../base/context.ts'
import { ask, closedBreaker, failed, retryAfterMs, succeeded, type Breaker } from './breaker.ts'
import { TimeLimitExceeded, withTimeLimit } from '../base/time-limit.ts'

/** `company`: signed-in users, events, jobs and channels. `strangers`: visitors and anybody else. */
export type Cause = 'company' | 'strangers'

/** One call into a plugin's code. */
export interface GuardedCall {
  readonly plugin: string
  /** The codes that the plugin declares. */
  readonly errors: PluginErrors
  /** Null in a public route. */
  readonly tenantId: string | null
  /**
   * Cause of the call. Calls of strangers have a breaker of their own, so that they cannot suspend the plugin for the
   * company.
   */
  readonly by: Cause
  /** Place of a failure, for the log and the plugins page: `GET /p/notes/list`, `event ticket.closed.v1`. */
  readonly what: string
  readonly limitMs: number
  readonly signal?: AbortSignal | undefined
  /**
   * The plugin's own code asks for it, in a call that was let in already: it is limited and counted, and not asked for
   * again.
   */
  readonly isWithin?: boolean
}

/**
 * The only door through which core calls a plugin: a time limit, a circuit breaker per plugin and company, and one way
 * for failures to come out. Breakers live in memory, each node has its own: a plugin that fails here may work there.
 */
export class Guard {
  readonly #breakers = new Map<string, Breaker>()
  /** Refusals of one plugin that came out of its code into another's: answers there too. */
  readonly #answers = new WeakSet<Refusal>()
  readonly #clock: Clock
  readonly #log: Logger
  readonly #onTurn: (plugin: string, tenantId: string) => void

  /** @param onTurn called when a breaker opens or closes, so that open plugin pages learn of it */
  constructor(clock: Clock, log: Logger, onTurn: (plugin: string, tenantId: string) => void) {
    this.#clock = clock
    this.#log = log
    this.#onTurn = onTurn
  }

  /**
   * Runs plugin code. Comes back with its result or its refusal on purpose, with a code of core or one that the plugin
   * declares; anything else that it throws becomes ERR_PLUGIN_FAILED, and no end in time ERR_TIMEOUT.
   *
   * @throws Refusal ERR_PLUGIN_UNAVAILABLE while the breaker is open
   */
  async run<T>(call: GuardedCall, work: (signal: AbortSignal) => T | PromiseLike<T>): Promise<T> {
    const key = keyOf(call)
    if (!call.isWithin) {
      const { breaker, allowed } = ask(this.#at(key), this.#now())
      if (!allowed) throw this.#unavailable(breaker)
      this.#set(call, breaker)
    }
    const context = {
      ...currentContext(),
      plugin: call.plugin,
      ...(call.tenantId !== null && { tenantId: call.tenantId }),
    }
    return withContext(context, async () => {
      try {
        const result = await withTimeLimit(call.limitMs, call.signal, work)
        this.#set(call, succeeded(this.#at(key)))
        return result
      } catch (error) {
        throw this.#judge(call, error)
      }
    })
  }

  /** Counts a failure of code that is already running, such as an open stream; answers what to throw instead. */
  failure(call: GuardedCall, error: unknown): unknown {
    return this.#judge(call, error)
  }

  /** @throws Refusal ERR_PLUGIN_UNAVAILABLE while the breaker is open; takes no trial */
  requireClosed(call: Circuit): void {
    const breaker = this.#at(keyOf(call))
    if (!ask(breaker, this.#now()).allowed) throw this.#unavailable(breaker)
  }

  /** Why a plugin is suspended for a company, as a sentence; undefined when it is not. */
  suspension(plugin: string, tenantId: string): string | undefined {
    const breaker = causes.map((by) => this.#at(keyOf({ plugin, tenantId, by }))).find(({ kind }) => kind !== 'closed')
    if (!breaker || breaker.kind === 'closed') return undefined
    const seconds = Math.ceil(retryAfterMs(breaker, this.#now()) / 1_000)
    return (
      `it failed too often and is suspended; last ${breaker.reason}; ` +
      `${seconds > 0 ? `it is tried again in ${seconds} s` : 'the next call tries it again'}`
    )
  }

  /** Clears the counts, for instance because the settings were changed. */
  reset(plugin: string, tenantId: string): void {
    for (const by of causes) this.#breakers.delete(keyOf({ plugin, tenantId, by }))
  }

  /** Clears a plugin's counts for all companies: another one runs under its id now. */
  forget(plugin: string): void {
    for (const key of this.#breakers.keys()) if (key.startsWith(`${plugin} `)) this.#breakers.delete(key)
  }

  #judge(call: GuardedCall, error: unknown): unknown {
    const key = keyOf(call)
    const answer = this.#answerIn(error, call.errors)
    if (answer) {
      this.#set(call, succeeded(this.#at(key)))
      return answer
    }
    // The caller went away, the server stops or the database is away: that says nothing about the plugin.
    if (call.signal?.aborted || isDatabaseDown(error)) return error
    const timeout = error instanceof TimeLimitExceeded
    // The page shows the kind of the error alone: its message may contain the company's data.
    const reason =
      `in ${call.what}: ` +
      `${timeout ? error.message : error instanceof Error ? error.name : `a thrown ${typeof error}`}`
    this.#log.error({ err: error, plugin: call.plugin, what: call.what }, 'plugin failed')
    this.#set(call, failed(this.#at(key), this.#now(), reason))
    return new Refusal(timeout ? 'ERR_TIMEOUT' : 'ERR_PLUGIN_FAILED', {}, { cause: error })
  }

  /** A deliberate error: an error of a provider, or a refusal with a known code. */
  #answerIn(error: unknown, errors: PluginErrors): unknown {
    if (ChannelError.is(error)) return error
    if (!Refusal.is(error)) return undefined
    if (this.#answers.has(error)) return error
    const answer = answeredRefusal(error, errors)
    if (answer && answer !== error) this.#answers.add(answer)
    return answer
  }

  #unavailable(breaker: Breaker): Refusal {
    return new Refusal('ERR_PLUGIN_UNAVAILABLE', {
      retryAfterSeconds: Math.max(1, Math.ceil(retryAfterMs(breaker, this.#now()) / 1_000)),
    })
  }

  #now(): number {
    return this.#clock.now().getTime()
  }

  #at(key: string): Breaker {
    return this.#breakers.get(key) ?? closedBreaker
  }

  /** Breakers without failures are not kept, so that the map holds only troubled pairs. */
  #set(call: Circuit, next: Breaker): void {
    const key = keyOf(call)
    const before = this.#at(key)
    if (next === before) return
    if (next.kind === 'closed' && next.failures.length === 0) this.#breakers.delete(key)
    else this.#breakers.set(key, next)
    if (call.tenantId !== null && (before.kind === 'closed') !== (next.kind === 'closed'))
      this.#onTurn(call.plugin, call.tenantId)
  }
}

const causes: readonly Cause[] = ['company', 'strangers']

/** Key of one breaker. */
type Circuit = Pick<GuardedCall, 'plugin' | 'tenantId' | 'by'>
const keyOf = ({ plugin, tenantId, by }: Circuit): string => `${plugin} ${tenantId ?? '*'} ${by}`
