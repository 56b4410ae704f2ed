import { setTimeout as pause } from 'node:timers/promises'
import { ChannelError, type ConnectionContext } from '@recado/sdk'
import type { MetaApi } from '../api/client.ts'
import { accountName } from './account.ts'
import { webhookAt } from './subscription.ts'
import { renewToken } from './renewal.ts'

type Context = ConnectionContext<Record<string, unknown>>

const everyMs = 10 * 60_000
/** The token ended, was withdrawn, or its person changed the password. */
const isOfToken = (code: string): boolean => code === 'NO_TOKEN' || /^(190|102)(\/|$)/.test(code)

/** State of the whole connection; most refusals concern one message only, and do not affect it. */
export class Health {
  readonly #setState: Context['setState']
  #said = 'connected'

  constructor(setState: Context['setState']) {
    this.#setState = setState
  }

  /** Runs a call to Meta, and says where the token is refused, or works again. */
  async of<T>(work: Promise<T>): Promise<T> {
    try {
      const result = await work
      if (this.#said === 'token') this.#say('connected')
      return result
    } catch (error) {
      if (ChannelError.is(error) && isOfToken(error.code)) this.#say('token')
      throw error
    }
  }

  /** Whether messages are delivered here: another connection with the same app takes them away silently. */
  delivered(isHere: boolean): void {
    if (!isHere) this.#say('elsewhere')
    else if (this.#said === 'elsewhere') this.#say('connected')
  }

  #say(what: 'connected' | 'token' | 'elsewhere'): void {
    if (what === this.#said) return
    this.#said = what
    if (what === 'connected') this.#setState({ state: 'connected' })
    else if (what === 'token') this.#setState({ state: 'needsAction', reason: 'relogin', code: 'TOKEN' })
    else this.#setState({ state: 'needsAction', reason: 'conflict', code: 'ELSEWHERE' })
  }
}

/** Looks now and then: without that, trouble would show with the next message only, or never. */
export async function watch(api: MetaApi, health: Health, ctx: Context, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await renewToken(api, ctx.secrets, ctx.log, signal)
    await pause(everyMs, undefined, { signal, ref: false }).catch(() => undefined)
    if (signal.aborted) return
    try {
      await health.of(accountName(api, signal))
      if (ctx.callbackUrl) health.delivered((await webhookAt(api, signal)) === ctx.callbackUrl.href)
    } catch (error) {
      ctx.log.debug({ err: error, connection: ctx.connection }, 'the account could not be looked at')
    }
  }
}
