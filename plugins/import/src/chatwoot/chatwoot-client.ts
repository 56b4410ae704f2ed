import { ChannelError } from '@recado/sdk'
import { askProvider, readJson } from '@recado/sdk/server'
import type * as z from 'zod'
import { refusal } from '../errors.ts'
import type { ImportContext } from '../import-context.ts'

/** When Chatwoot asks for a pause and does not say for how long. */
export const usualPauseMs = 60_000

/** The old system wants no more questions for now. */
export class Pause extends Error {
  override readonly name = 'Pause'
  readonly ms: number
  constructor(ms: number) {
    super('the old system asks for a pause')
    this.ms = ms
  }
}

/** Nobody waits for a pause: who asks is told that there is no answer. */
export const unpaused = <T>(asked: Promise<T>): Promise<T> =>
  asked.catch((error: unknown) => {
    throw error instanceof Pause ? refusal('ERR_IMPORT_CONNECTION', {}, { cause: error }) : error
  })

/** Asks the application API of one account with an access token; it only reads. */
export class ChatwootClient {
  readonly #ctx: ImportContext
  readonly #base: string
  readonly #token: string
  private constructor(ctx: ImportContext, base: string, token: string) {
    this.#ctx = ctx
    this.#base = base
    this.#token = token
  }

  /** @throws Refusal ERR_IMPORT_SOURCE_REQUIRED without address, account or token */
  static async open(ctx: ImportContext): Promise<ChatwootClient> {
    const { url, account } = ctx.settings
    const token = await ctx.secrets.get('token')
    if (!url || account === undefined || token === undefined || token === '')
      throw refusal('ERR_IMPORT_SOURCE_REQUIRED')
    return new ChatwootClient(ctx, `${url.replace(/\/+$/, '')}/api/v1/accounts/${account}`, token)
  }

  /**
   * @param path below the account, with its query
   * @throws Pause when it is asked to wait; Refusal ERR_IMPORT_CONNECTION without an answer, or when the token is
   * refused, ERR_IMPORT_SYSTEM for an answer that is not Chatwoot's
   */
  async get<T extends z.ZodType>(path: string, shape: T): Promise<z.output<T>> {
    const init = {
      headers: { api_access_token: this.#token, accept: 'application/json' },
      redirect: 'error',
      signal: this.#ctx.signal,
    } as const
    const response = await askProvider(this.#ctx, `${this.#base}/${path}`, init, { provider: 'Chatwoot' }).catch(
      (error: unknown) => {
        if (!ChannelError.is(error)) throw error
        if (error.kind === 'rateLimited') throw new Pause(error.retryAfterMs ?? usualPauseMs)
        throw refusal(error.kind === 'notFound' ? 'ERR_IMPORT_SYSTEM' : 'ERR_IMPORT_CONNECTION', {}, { cause: error })
      },
    )
    const bytes = await response.arrayBuffer().catch((cause: unknown) => {
      throw refusal('ERR_IMPORT_CONNECTION', {}, { cause })
    })
    const read = shape.safeParse(readJson(new Uint8Array(bytes)))
    if (!read.success) throw refusal('ERR_IMPORT_SYSTEM', {}, { cause: read.error })
    return read.data
  }
}
