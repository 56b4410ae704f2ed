import { setTimeout as pause } from 'node:timers/promises'
import { ChannelError, type ConnectionContext, type SessionFacts, type SessionState } from '@recado/sdk'
import {
  Browsers,
  DEFAULT_CONNECTION_CONFIG,
  jidNormalizedUser,
  type AuthenticationCreds,
  type BinaryNode,
  type ConnectionState,
  type proto,
  type WASocket,
  type WAVersion,
  makeWASocket,
} from 'baileys'
import type { WhatsappConfig } from '../channel/config.ts'
import { pairing, stepAfter, type Ending, type Standing } from '../channel/states.ts'
import { socketAddress, trust } from '../channel/stand-in.ts'
import { ArrivalTimes } from '../inbound/arrival-times.ts'
import { Arrivals } from '../inbound/arrivals.ts'
import { GuardedAgent } from '../socket/guarded-agent.ts'
import { HeldFrames } from '../socket/held-frames.ts'
import { hearHistory, HistoryNotices } from '../history/notices.ts'
import { OlderQuestions } from '../history/older.ts'
import { numberTopic } from '../pairing/number.ts'
import { MessageTimers } from '../outbound/message-timers.ts'
import { Recipients } from '../outbound/recipient.ts'
import { KeptPolls } from '../polls/kept-polls.ts'
import { openLogin, type StoredLogin } from '../state/auth-state.ts'
import { PairingCodes } from './codes.ts'
import { endingOf } from './ending.ts'
import { LineReport } from './line-report.ts'
import { loggerFor } from './logger.ts'
import { PasskeyDesk } from './passkey-desk.ts'
import { pairsIn } from '../history/past.ts'
import type { Facts } from '../inbound/facts.ts'
import { droppedBy } from '../inbound/updates.ts'
import { People } from './people.ts'
import { persist } from './persist.ts'
import { rejectCalls } from './reject-calls.ts'
import { versionFor, worked } from './versions.ts'
import { watchOver } from './watchdog.ts'

type Ctx = ConnectionContext<WhatsappConfig>

/** What a phone shows of this device. */
const browser: [string, string, string] = Browsers.ubuntu('Chrome')
const settlesWithinMs = 60_000

/**
 * The line of one number to WhatsApp: made, watched and made again, without end and in sight of administrators, until a
 * person has to act. Each line is a new client with the login that is stored.
 */
export class Link {
  readonly #ctx: Ctx
  readonly #signal: AbortSignal
  #login: StoredLogin
  readonly #people: People
  readonly recipients: Recipients
  readonly polls: KeptPolls
  readonly timers: MessageTimers
  readonly #times = new ArrivalTimes()
  /** What the phone has offered of its past. */
  readonly history: HistoryNotices
  /** Questions for what was said before that. */
  readonly older = new OlderQuestions()
  readonly #waiting = new Set<(socket: WASocket) => void>()
  /** The line while it is open. */
  open: WASocket | undefined
  #failures = 0
  #hasFreshVersion = false
  #asksForPasskey = false
  #isPairing = false
  readonly #report = new LineReport()

  private constructor(ctx: Ctx, signal: AbortSignal, login: StoredLogin) {
    this.#ctx = ctx
    this.#signal = signal
    this.#login = login
    this.#people = new People(() => this.#self())
    this.recipients = new Recipients(ctx)
    this.polls = new KeptPolls(ctx.sealed)
    this.timers = new MessageTimers(ctx.sealed)
    this.history = new HistoryNotices(ctx.sealed)
  }

  /** @throws ChannelError where this process may not speak to the server of the connection */
  static async open(ctx: Ctx, signal: AbortSignal): Promise<Link> {
    await trust(ctx)
    return new Link(ctx, signal, await openLogin(ctx.sealed, signal))
  }

  /** What is known now of people and groups. */
  facts(): Facts {
    return this.#people.known()
  }

  /** Learns names and numbers that a piece of the past tells, and looks up those of these addresses. */
  async learn(history: proto.IHistorySync, jids: readonly string[]): Promise<Facts> {
    const pairs = pairsIn(history)
    for (const { lid, pn } of pairs) this.#people.paired(lid, pn)
    for (const { id, pushname } of history.pushnames ?? [])
      if (id && pushname) this.#people.contact({ id, notify: pushname })
    for (const { id, name, displayName, pnJid, lidJid } of history.conversations ?? []) {
      if (!id) continue
      if (id.endsWith('@g.us')) this.#people.group({ id, subject: name ?? '' })
      const shown = displayName || name
      if (shown)
        this.#people.contact({ id, name: shown, ...(lidJid && { lid: lidJid }), ...(pnJid && { phoneNumber: pnJid }) })
    }
    const socket = this.open
    if (socket) {
      if (pairs.length > 0) await socket.signalRepository.lidMapping.storeLIDPNMappings(pairs)
      await this.#people.learn(jids, socket)
    }
    return this.facts()
  }

  /** The open line, now or as soon as it is. @throws ChannelError, certain, once `signal` ends the wait */
  socket(signal: AbortSignal): Promise<WASocket> {
    if (this.open) return Promise.resolve(this.open)
    return new Promise((resolve, reject) => {
      const opened = (socket: WASocket): void => {
        signal.removeEventListener('abort', late)
        resolve(socket)
      }
      const late = (): void => {
        this.#waiting.delete(opened)
        reject(
          new ChannelError({
            kind: 'network',
            code: 'NOT_CONNECTED',
            message: 'WhatsApp is not connected',
            certain: true,
          }),
        )
      }
      this.#waiting.add(opened)
      if (signal.aborted) late()
      else signal.addEventListener('abort', late, { once: true })
    })
  }

  /** Runs until the session ends. */
  async run(): Promise<void> {
    let refresh = false
    this.#ctx.setState({ state: 'starting' })
    while (!this.#signal.aborted) {
      const ending = await this.#line(refresh).catch((error: unknown): Ending => {
        this.#ctx.log.warn({ err: error, connection: this.#ctx.connection }, 'the line to WhatsApp could not be made')
        return { code: 500 }
      })
      if (this.#signal.aborted) return
      this.#report.ended(ending.code)
      const step = stepAfter(ending, this.#standing())
      this.#isPairing = false
      this.#ctx.log.info(
        { connection: this.#ctx.connection, code: ending.code, next: step.next },
        'the line to WhatsApp has ended',
      )
      if (step.wipe) await this.#forget()
      if (step.next === 'wait') {
        this.#ctx.setState(step.state)
        return parked(this.#signal)
      }
      refresh = step.next === 'refreshVersion'
      if (refresh) this.#hasFreshVersion = true
      const afterMs = Math.round(step.afterMs * (0.5 + Math.random() / 2))
      this.#ctx.setState(withRetry(step.state, afterMs))
      if (ending.code !== 515) this.#failures++
      await pause(afterMs, undefined, { signal: this.#signal, ref: false }).catch(() => undefined)
    }
  }

  /** How the line stands, for a report: codes and counts. */
  diagnose(): SessionFacts {
    return {
      ...this.#report.facts(),
      isOpen: this.open !== undefined,
      isLinked: this.#isLinked,
      phonePlatform: this.#login.state.creds.platform ?? null,
      preKeysMade: this.#login.state.creds.nextPreKeyId,
      failures: this.#failures,
      asksForPasskey: this.#asksForPasskey,
      hasGroups: this.#ctx.config.groups,
      isSimulated: this.#ctx.config.server !== undefined,
    }
  }

  /** Takes this device out of the account. The login is worth nothing afterwards. */
  async logout(signal: AbortSignal): Promise<void> {
    if (this.open) await Promise.race([this.open.logout(), parked(signal)])
    await this.#login.clear()
  }

  #standing(): Standing {
    return {
      isLinked: this.#isLinked,
      failures: this.#failures,
      asksForPasskey: this.#asksForPasskey,
      hasFreshVersion: this.#hasFreshVersion,
      isPairing: this.#isPairing,
    }
  }

  /** Baileys' own flag stays unset after a code was scanned. */
  get #isLinked(): boolean {
    const { account, me } = this.#login.state.creds
    return account !== undefined && /:\d+@/.test(me?.id ?? '')
  }

  #self() {
    const { me } = this.#login.state.creds
    return {
      pn: me?.id ? jidNormalizedUser(me.id) : undefined,
      lid: me?.lid ? jidNormalizedUser(me.lid) : undefined,
    }
  }

  /** Stores a piece of the past, however long the database is away. */
  #keep(notice: proto.Message.IHistorySyncNotification): Promise<void> {
    if (this.older.hears(notice)) return Promise.resolve()
    return persist(() => this.history.keep(notice), this.#ctx, this.#signal)
  }

  async #forget(): Promise<void> {
    await this.#login.clear()
    this.#login = await openLogin(this.#ctx.sealed, this.#signal)
  }

  /** One line, from its making to its end. */
  async #line(refresh: boolean): Promise<Ending> {
    const { config, connection, log } = this.#ctx
    if (!this.#isLinked) forgetHalfLinked(this.#login.state.creds)
    const version = await versionFor(this.#ctx, DEFAULT_CONNECTION_CONFIG.version, refresh)
    this.#report.made(version)
    const over = new AbortController()
    const signal = AbortSignal.any([this.#signal, over.signal])
    const dropped = droppedBy(config)
    const socket = makeWASocket({
      auth: this.#login.state,
      version,
      browser,
      logger: loggerFor(log, connection),
      waWebSocketUrl: socketAddress(config),
      agent: new GuardedAgent(this.#ctx, config.server?.startsWith('http:') === true),
      markOnlineOnConnect: false,
      emitOwnEvents: false,
      generateHighQualityLinkPreview: false,
      countryCode: 'BR',
      syncFullHistory: true,
      // What lies elsewhere would be fetched past the guard, and is fetched by an import; what comes along holds the
      // ids of people.
      shouldSyncHistoryMessage: ({ initialHistBootstrapInlinePayload }) => initialHistBootstrapInlinePayload != null,
      shouldIgnoreJid: dropped,
    })
    const held = new HeldFrames(socket, dropped)
    hearHistory(socket, held, (notice) => this.#keep(notice))
    const arrivals = new Arrivals(
      this.#ctx,
      {
        socket,
        people: this.#people,
        recipients: this.recipients,
        held,
        polls: this.polls,
        timers: this.timers,
        times: this.#times,
      },
      this.#signal,
    )
    socket.ev.on('creds.update', (update) => {
      Object.assign(this.#login.state.creds, update)
      this.#login.save().catch((error: unknown) => {
        log.error({ err: error, connection }, 'the login of WhatsApp could not be stored')
        void socket.end(new Error('the login could not be stored'))
      })
    })
    const ended = new Promise<Ending>((resolve) => {
      socket.ev.on('connection.update', (update) => {
        void this.#updated(update, socket, version, signal)
        if (update.connection === 'close') resolve(endingOf(update.lastDisconnect?.error))
      })
    })
    const desk = this.#isLinked ? undefined : this.#awaitLinking(socket, signal)
    rejectCalls(this.#ctx, socket)
    const stopped = (): void => void socket.end(undefined)
    this.#signal.addEventListener('abort', stopped, { once: true })
    try {
      return await ended
    } finally {
      this.#signal.removeEventListener('abort', stopped)
      this.open = undefined
      over.abort()
      desk?.close()
      await Promise.race([arrivals.settled(), pause(settlesWithinMs, undefined, { ref: false })])
      held.close()
    }
  }

  async #updated(
    { connection: state, isNewLogin }: Partial<ConnectionState>,
    socket: WASocket,
    version: WAVersion,
    signal: AbortSignal,
  ): Promise<void> {
    if (isNewLogin) {
      this.#isPairing = true
      this.#ctx.setState(pairing)
    }
    if (state !== 'open') return
    const { ctx, number } = { ctx: this.#ctx, number: this.#self().pn }
    this.open = socket
    this.#report.opened()
    this.#failures = 0
    this.#hasFreshVersion = false
    this.#asksForPasskey = false
    ctx.setState({
      state: 'connected',
      ...(number !== undefined && { identity: `+${number.slice(0, number.indexOf('@'))}` }),
    })
    for (const opened of this.#waiting) opened(socket)
    this.#waiting.clear()
    void watchOver(ctx, socket, signal)
    try {
      await worked(ctx, version)
      if (ctx.config.groups) await socket.groupFetchAllParticipating()
    } catch (error) {
      ctx.log.info({ err: error, connection: ctx.connection }, 'the groups could not be listed')
    }
  }

  /** Shows codes until a phone scans one, or WhatsApp asks for a passkey. */
  #awaitLinking(socket: WASocket, signal: AbortSignal): PasskeyDesk {
    const codes = new PairingCodes(socket, browser, ({ text, typed, isRefused, until }) =>
      this.#ctx.setState({
        state: 'needsAction',
        reason: 'login',
        qr: text,
        until,
        ...(typed !== undefined && { pairingCode: typed }),
        ...(isRefused && { code: 'PAIRING_REFUSED' }),
      }),
    )
    const unheard = this.#ctx.topics.subscribe(numberTopic, (number) => {
      codes.typedBy(String(number)).catch((error: unknown) => {
        this.#ctx.log.warn({ err: error, connection: this.#ctx.connection }, 'a code to be typed could not be had')
      })
    })
    signal.addEventListener('abort', unheard, { once: true })
    void codes.listen().then(
      (wasScanned) => {
        if (!wasScanned)
          void socket.end(Object.assign(new Error('nobody scanned the code'), { output: { statusCode: 408 } }))
      },
      (error: unknown) => void socket.end(error as Error),
    )
    signal.addEventListener('abort', () => codes.stop(), { once: true })
    const save = (): Promise<void> => this.#login.save()
    // Baileys acknowledges these by itself only once it has a name for the account.
    const acknowledge = async ({ attrs }: BinaryNode): Promise<void> => {
      if (this.#login.state.creds.me) return
      await socket.sendNode({
        tag: 'ack',
        attrs: {
          id: attrs['id']!,
          to: attrs['from']!,
          class: 'notification',
          ...(attrs['type'] && { type: attrs['type'] }),
        },
      })
    }
    socket.ws.on('CB:notification,type:companion_reg_refresh', (stanza: BinaryNode) => {
      void acknowledge(stanza).then(async () => {
        await this.#renewSecret()
        codes.redraw()
      })
    })
    return new PasskeyDesk({
      ctx: this.#ctx,
      socket,
      acknowledge,
      save,
      onAsked: () => {
        this.#asksForPasskey = true
        codes.stop()
      },
    })
  }

  async #renewSecret(): Promise<void> {
    this.#login.state.creds.advSecretKey = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64')
    await this.#login.save()
  }
}

/** A number that was asked to be linked and is not: with its name Baileys would log in, and be refused. */
function forgetHalfLinked(creds: AuthenticationCreds): void {
  delete creds.me
  creds.pairingCode = undefined
}

/** Resolves when the session ends: nothing happens by itself any more. */
function parked(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}

const withRetry = (state: SessionState, afterMs: number): SessionState =>
  state.state === 'degraded' ? { ...state, retryAt: new Date(Date.now() + afterMs) } : state
