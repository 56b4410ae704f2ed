import { setTimeout as pause } from 'node:timers/promises'
import { ChannelError } from '@recado/sdk'
import type { ImapFlow } from 'imapflow'
import type { Account } from '../account/credentials.ts'
import type { Trouble } from '../account/trouble.ts'
import { eventsOf, unreadable, type Desk } from './arrival.ts'
import { fetchMails } from './fetch.ts'
import { assertConnected, connectImap, imapTrouble, searchUids } from './imap.ts'
import { positionOf, savePosition, type Position } from './position.ts'
import { readHead } from '../letter/head.ts'

/** Mails read together. After trouble they are read one by one, so that one bad mail holds up nothing but itself. */
const batchSize = 20
/** A mail at which the line broke so often is shown as unreadable. */
const maxTries = 3
/** News that nobody told of are found this late. */
const lookMs = 120_000
const shortestPauseMs = 1_000
const longestPauseMs = 600_000
/** A wrong password tried again too often locks a mailbox. */
const authPauseMs = 120_000

/**
 * Reads one folder for as long as the session is open: waits by IDLE, delivers every mail once, and stores its position
 * only after the mails are stored. A broken connection is made again; its users get an error meanwhile.
 */
export class Watch {
  readonly #account: Account
  readonly #desk: Desk
  readonly #signal: AbortSignal
  #client: ImapFlow | undefined
  #careful = 0
  readonly #tries = new Map<number, number>()
  #failures = 0

  constructor(account: Account, desk: Desk, signal: AbortSignal) {
    this.#account = account
    this.#desk = desk
    this.#signal = signal
  }

  /** @throws Trouble when the mailbox cannot be reached for the first time */
  async open(): Promise<void> {
    this.#client = await this.#connected()
    this.#signal.addEventListener('abort', () => void this.#client?.close(), { once: true })
  }

  /** The open line. @throws ChannelError `network`, certain, while there is none */
  get client(): ImapFlow {
    if (!this.#client?.usable)
      throw new ChannelError({
        kind: 'network',
        code: 'NOT_CONNECTED',
        message: 'the mailbox is being connected again',
        certain: true,
      })
    return this.#client
  }

  /** Ends when the signal says so, and never by itself. */
  async run(): Promise<void> {
    while (!this.#signal.aborted) {
      try {
        this.#client = this.#client?.usable ? this.#client : await this.#connected()
        if (this.#failures > 1) this.#desk.ctx.setState({ state: 'connected' })
        await this.#read(this.#client)
      } catch (error) {
        if (this.#signal.aborted) return
        this.#desk.memory.discard()
        await this.#afterTrouble(imapTrouble(error), error)
      }
    }
  }

  async #connected(): Promise<ImapFlow> {
    const client = await connectImap(this.#account)
    if (this.#signal.aborted) client.close()
    try {
      const lock = await client.getMailboxLock(this.#desk.ctx.config.folder)
      lock.release()
      return client
    } catch (error) {
      client.close()
      throw imapTrouble(error, 'imap.folder')
    }
  }

  async #read(client: ImapFlow): Promise<void> {
    let news = Promise.withResolvers<void>()
    const wake = (): void => news.resolve()
    const closed = new Promise<void>((resolve) => {
      client.once('close', resolve)
    })
    client.on('exists', wake)
    while (!this.#signal.aborted && client.usable) {
      news = Promise.withResolvers<void>()
      await this.#drain(client)
      this.#failures = 0
      const stop = new AbortController()
      await Promise.race([
        news.promise,
        closed,
        pause(lookMs, undefined, { signal: AbortSignal.any([this.#signal, stop.signal]), ref: false }).catch(
          () => undefined,
        ),
      ])
      stop.abort()
    }
    if (!this.#signal.aborted)
      throw new ChannelError({
        kind: 'network',
        code: 'CLOSED',
        message: 'the server of incoming mail ended the connection',
        certain: true,
      })
  }

  /** Takes in everything that is new, oldest first. */
  async #drain(client: ImapFlow): Promise<void> {
    const { ctx } = this.#desk
    let position: Position
    let waiting: number[]
    const lock = await client.getMailboxLock(ctx.config.folder)
    try {
      position = await positionOf(client, ctx.state, ctx.config.importSince)
      const { lastUid } = position
      // A range that ends in the last mail holds at least that one.
      waiting = (await searchUids(client, { uid: `${lastUid + 1}:*` })).filter((uid) => uid > lastUid)
    } finally {
      lock.release()
    }
    for (let at = 0; at < waiting.length && !this.#signal.aborted;) {
      const batch = waiting.slice(at, at + (this.#careful > 0 ? 1 : batchSize))
      await this.#take(client, batch, position)
      at += batch.length
      if (this.#careful > 0) this.#careful--
    }
  }

  async #take(client: ImapFlow, uids: readonly number[], position: Position): Promise<void> {
    const { ctx, memory } = this.#desk
    const lock = await client.getMailboxLock(ctx.config.folder)
    try {
      const events = await this.#eventsOf(client, uids, position)
      if (events.length > 0) await ctx.emit(events)
      await memory.keep()
      await savePosition(ctx.state, { ...position, lastUid: uids.at(-1)! })
      if (ctx.config.markAsRead) await client.messageFlagsAdd([...uids], ['\\Seen'], { uid: true })
    } finally {
      lock.release()
    }
  }

  async #eventsOf(client: ImapFlow, uids: readonly number[], { validity, liveFrom }: Position) {
    const [only] = uids
    const tries = uids.length === 1 ? (this.#tries.get(only!) ?? 0) : 0
    if (tries >= maxTries) return [await this.#unreadable(client, only!, validity, tries)]
    try {
      const events = []
      for (const mail of await fetchMails(client, uids))
        events.push(...(await eventsOf(this.#desk, client, mail, validity, mail.uid < liveFrom ? 'history' : 'live')))
      for (const uid of uids) this.#tries.delete(uid)
      return events
    } catch (error) {
      this.#careful = batchSize
      // Errors of the mailbox alone count against a mail; a failure to store it here is not its fault.
      const isOfTheMailbox =
        !client.usable || (error as { responseStatus?: unknown } | null)?.responseStatus !== undefined
      if (uids.length === 1 && isOfTheMailbox && !this.#signal.aborted) this.#tries.set(only!, tries + 1)
      throw error
    }
  }

  async #unreadable(client: ImapFlow, uid: number, validity: string, tries: number) {
    this.#tries.set(uid, tries + 1)
    this.#desk.ctx.log.warn(
      { connection: this.#desk.ctx.connection, uid },
      'a mail cannot be read and is shown as such',
    )
    // Its header alone may be readable; if even that breaks the line, the next time it is not asked for.
    const found =
      tries > maxTries
        ? undefined
        : await client.fetchOne(
            String(uid),
            { uid: true, bodyParts: [{ key: 'header', start: 0, maxLength: 16_384 }] },
            { uid: true },
          )
    if (tries <= maxTries && !found) assertConnected(client)
    return unreadable(
      this.#desk,
      uid,
      validity,
      found && found.headers ? await readHead(found.headers) : undefined,
      'UNREADABLE',
    )
  }

  async #afterTrouble(trouble: Trouble, error: unknown): Promise<void> {
    const { ctx } = this.#desk
    this.#failures++
    ctx.log.warn(
      {
        connection: ctx.connection,
        step: trouble.step,
        code: trouble.code,
        failures: this.#failures,
        ...(ChannelError.is(error) ? {} : { err: error }),
      },
      'the mailbox could not be read; it is tried again',
    )
    const isAuth = trouble.kind === 'auth'
    // A line that breaks now and then is nothing that anybody has to be told.
    if (isAuth) ctx.setState({ state: 'needsAction', reason: 'relogin' })
    else if (this.#failures > 1) ctx.setState({ state: 'degraded', code: trouble.code, message: trouble.message })
    const growing = Math.min(longestPauseMs, shortestPauseMs * 2 ** Math.min(this.#failures - 1, 12))
    await pause((isAuth ? Math.max(authPauseMs, growing) : growing) * (0.5 + Math.random() / 2), undefined, {
      signal: this.#signal,
    }).catch(() => undefined)
  }
}
