import { EventEmitter, on } from 'node:events'
import {
  ProviderSimulator,
  type ListenOptions,
  type SimulatorAnswer,
  type SimulatorRequest,
  type TakeOver,
} from '@recado/sdk/testing/simulator'
import { proto, type BinaryNode } from 'baileys'
import { WebSocketServer } from 'ws'
import { Account, readCode } from './account.ts'
import { Files } from './files.ts'
import type { Group } from './group.ts'
import { isGroup, server, userOf } from './jid.ts'
import { Line, type LineListener } from './line.ts'
import type { LinkedDevice } from './linked-device.ts'
import { CertificateAuthority } from './noise/certificate.ts'
import type { Established } from './noise/handshake.ts'
import type { SaidMessage, SentMessage } from './messages.ts'
import { newGroupReader, readOutgoing } from './outgoing.ts'
import { Person } from './person.ts'
import { historyOf } from './history.ts'
import { Phone } from './phone.ts'
import { playRoutes } from './play.ts'
import { answerQuery } from './queries.ts'
import { Registration } from './registration.ts'
import type { SignalPeer } from './signal-peer.ts'
import type { Receipts, World } from './world.ts'
import { attribute, child, children, newId, node, resultOf, seconds } from './stanzas.ts'

/**
 * Something of a client that is not a message: a receipt, a presence, an answer to a call. On a silent line it is
 * anything that the client says there, which is heard and not answered.
 */
export interface Signal {
  readonly account: Account
  readonly stanza: BinaryNode
}

interface Login {
  readonly account: Account
  readonly device: LinkedDevice
}

/** How the next messages of clients are answered: a refusal by its code, as 463. */
interface Refusal {
  readonly code: number
  times: number
}

const path = '/ws/chat'
const mostRemembered = 10_000

/**
 * Stands in for WhatsApp's socket server, the phones that link clients, and the people on the other side. Clients speak
 * the real protocol; they only have to trust {@link rootKey} in place of WhatsApp's own.
 */
export class WhatsappSimulator extends ProviderSimulator implements LineListener, World {
  protected readonly page = new URL('page.html', import.meta.url)
  readonly accounts = new Map<string, Account>()
  readonly people = new Map<string, Person>()
  readonly groups = new Map<string, Group>()
  /** Names of channels of WhatsApp, by their address. */
  readonly newsletters = new Map<string, string>()
  readonly files = new Files(() => this.url)
  /** Other spellings of numbers, as a Brazilian one with its ninth digit. */
  readonly alsoKnownAs = new Map<string, Person>()
  /** Numbers that cannot be added to groups. */
  readonly refusesGroups = new Set<string>()
  refusesLookups = false
  /** Messages that people have sent to accounts, oldest first. */
  readonly said: SaidMessage[] = []
  /** Messages that clients have sent, oldest first. */
  readonly sent: SentMessage[] = []
  /** Messages that nobody could read, with the reason. */
  readonly unread: { readonly id: string; readonly error: unknown }[] = []
  /** Whether phones confirm what arrives, and have it read at once. */
  receipts: Receipts = 'delivered'
  /** Versions of the client below this build are refused with 405. */
  leastBuild = 0
  /** How many codes a client is given, one after the other. */
  codesOffered = 6
  /** How far the server's clock is ahead. */
  clockAheadMs = 0
  readonly #authority = new CertificateAuthority()
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload: 8_000_000 })
  readonly #waiting = new Map<Line, Registration>()
  readonly #logins = new Map<Line, Login>()
  readonly #groupReaders = new Map<string, SignalPeer>()
  readonly #news = new EventEmitter<{ sent: [SentMessage]; signal: [Signal]; linked: [Account]; waiting: [] }>()
  readonly #order = new Map<string, number>()
  #count = 0
  #refusal: Refusal | undefined
  /** Messages are read one after another: keys of Signal's protocol move with each. */
  #reading: Promise<void> = Promise.resolve()

  protected override readonly takeOver: TakeOver = (request, socket, head) => {
    if (!request.url?.startsWith(path)) return void socket.destroy()
    this.#sockets.handleUpgrade(request, socket, head, (accepted) => new Line(accepted, this.#authority, this))
  }

  static start(options: ListenOptions = {}): Promise<WhatsappSimulator> {
    return new WhatsappSimulator().listen(options)
  }

  /** Address for the client's socket. */
  get socketUrl(): string {
    return `${this.url.replace('http', 'ws')}${path}`
  }
  /** Key that clients have to trust, base64 of 32 bytes. */
  get rootKey(): string {
    return Buffer.from(this.#authority.rootKey).toString('base64')
  }

  /** An account of WhatsApp, with a phone. */
  account(number: string, name = 'Loja'): Account {
    const known = this.accounts.get(number) ?? new Account(number, name)
    this.accounts.set(number, known)
    return known
  }

  /** Somebody on WhatsApp. */
  person(name: string, number: string): Person {
    const known = this.people.get(number) ?? new Person(name, number)
    this.people.set(number, known)
    return known
  }

  /** What this person does on their phone towards an account, in private or in a group. */
  phone(person: Person, account: Account, group?: Group): Phone {
    return new Phone(this, person, account, group)
  }

  /** The phone of the account scans what a client shows. @throws for a code that no client shows any more */
  scan(account: Account, text: string): void {
    const code = readCode(text)
    const shown = [...this.#waiting.values()].find((registration) => registration.shows(code))
    if (!shown) throw new Error('no client shows this code any more')
    shown.accept(account, code.secret)
  }

  /** Somebody types the code of a client on the phone of the account. @throws where none has asked for one */
  async type(account: Account, code: string): Promise<void> {
    const asked = [...this.#waiting.values()].find(({ number }) => number === account.number)
    if (!asked) throw new Error('no client has asked this phone for a code')
    await asked.type(account, code.replaceAll(/[^0-9A-Za-z]/g, '').toUpperCase())
  }

  /** Clients that wait for their code to be scanned make new secrets, and draw their codes again. */
  rotateCodes(): void {
    for (const registration of this.#waiting.values()) registration.rotate()
  }

  /** Lines of the clients of an account that are connected. */
  lines(account: Account): Line[] {
    return [...account.devices.values()].flatMap(({ line }) => (line ? [line] : []))
  }

  /** How many clients wait for their code to be scanned. */
  get waiting(): number {
    return this.#waiting.size
  }

  /** The next messages of clients are refused with this code. */
  refuse(code: number, times = 1): void {
    this.#refusal = { code, times }
  }

  /** The first message that fits, of those that were sent and of those that will be. */
  async sentMessage(
    fits: (message: SentMessage) => boolean,
    signal = AbortSignal.timeout(15_000),
  ): Promise<SentMessage> {
    const news = on(this.#news, 'sent', { signal }) as AsyncIterable<[SentMessage]>
    const known = this.sent.find(fits)
    if (known) return known
    for await (const [message] of news) if (fits(message)) return message
    throw new Error('unreachable: the wait ends with its signal')
  }

  /** The next signal of a client that fits. */
  async signal(fits: (signal: Signal) => boolean, signal = AbortSignal.timeout(15_000)): Promise<Signal> {
    for await (const [heard] of on(this.#news, 'signal', { signal }) as AsyncIterable<[Signal]>)
      if (fits(heard)) return heard
    throw new Error('unreachable: the wait ends with its signal')
  }

  /** Resolves when a client of this account has logged in, at once where one is. */
  async linked(account: Account, signal = AbortSignal.timeout(15_000)): Promise<void> {
    const news = on(this.#news, 'linked', { signal }) as AsyncIterable<[Account]>
    if (this.lines(account).length > 0) return
    for await (const [who] of news) if (who === account) return
  }

  /** The account takes a client out of its linked devices: it is told so, now or when it comes back. */
  unlink(account: Account, device: LinkedDevice): void {
    account.devices.delete(device.number)
    device.line?.send(node('stream:error', { code: '401' }, [node('conflict', { type: 'device_removed' })]))
    device.line?.close()
  }

  findPerson(jid: string): Person | undefined {
    const user = userOf(jid)
    return (
      this.people.get(user) ?? this.alsoKnownAs.get(user) ?? [...this.people.values()].find(({ lid }) => lid === user)
    )
  }
  findAccount(jid: string): Account | undefined {
    const user = userOf(jid)
    return this.accounts.get(user) ?? [...this.accounts.values()].find(({ lid }) => lid === user)
  }
  /** Whose keys are at an address. */
  peerAt(jid: string): SignalPeer | undefined {
    return this.findPerson(jid)?.signal ?? this.findAccount(jid)?.phone
  }
  numberOf(jid: string): string | undefined {
    return (this.findPerson(jid) ?? this.findAccount(jid))?.number
  }
  lidOf(number: string): string | undefined {
    return (this.people.get(number) ?? this.accounts.get(number))?.lidJid
  }
  groupReader(group: string): SignalPeer {
    const reader = this.#groupReaders.get(group) ?? newGroupReader()
    this.#groupReaders.set(group, reader)
    return reader
  }

  opened(line: Line, { clientKey, payload }: Established): void {
    const build = payload.userAgent?.appVersion?.tertiary ?? 0
    if (build < this.leastBuild) return this.fail(line, 405)
    if (payload.devicePairingData?.eIdent) {
      const registration = new Registration(
        line,
        { noiseKey: clientKey, identityKey: payload.devicePairingData.eIdent },
        this.codesOffered,
      )
      this.#waiting.set(line, registration)
      registration.offerCodes()
      this.#news.emit('waiting')
      return
    }
    const account = this.accounts.get(String(payload.username ?? ''))
    const device = account?.devices.get(payload.device ?? -1)
    if (!account || !device || !Buffer.from(clientKey).equals(device.noiseKey)) return this.fail(line, 401)
    if (account.admits) return void account.admits().then(() => this.#logIn(line, { account, device }))
    this.#logIn(line, { account, device })
  }

  #logIn(line: Line, { account, device }: Login): void {
    this.#replace(device)
    device.line = line
    this.#logins.set(line, { account, device })
    line.send(
      node('success', { t: seconds(new Date(Date.now() + this.clockAheadMs)), lid: account.lidJid, location: 'sim' }),
    )
    const { kept } = device
    line.send(node('ib', { from: server }, [node('offline_preview', { count: String(kept.length), message: '0' })]))
    device.resend(line)
    line.send(node('ib', { from: server }, [node('offline', { count: String(kept.length) })]))
    this.#news.emit('linked', account)
  }

  /** Refuses a connection for a reason by its code. */
  fail(line: Line, reason: number): void {
    line.send(node('failure', { reason: String(reason), location: 'sim' }))
    line.close()
  }

  /** The same client from somewhere else: the line before is told so and closed. */
  #replace(device: LinkedDevice): void {
    device.line?.send(node('stream:error', {}, [node('conflict', { type: 'replaced' })]))
    device.line?.close()
  }

  closed(line: Line): void {
    this.#waiting.delete(line)
    const login = this.#logins.get(line)
    this.#logins.delete(line)
    if (login?.device.line === line) login.device.line = undefined
  }

  stanza(line: Line, stanza: BinaryNode): void {
    if (line.silent) {
      const asking = this.#logins.get(line)
      if (asking) this.#news.emit('signal', { account: asking.account, stanza })
      return
    }
    const registration = this.#waiting.get(line)
    if (registration) {
      const linked = registration.answer(stanza)
      if (!linked) return registration.query(stanza, (number) => this.accounts.has(number))
      this.#waiting.delete(line)
      this.#handOver(linked.account, linked.device)
      return
    }
    const login = this.#logins.get(line)
    if (!login) return
    const { account, device } = login
    switch (stanza.tag) {
      case 'iq':
        if (['get', 'set'].includes(attribute(stanza, 'type')))
          line.send(
            attribute(stanza, 'xmlns') === 'w:p'
              ? resultOf(stanza)
              : answerQuery({ simulator: this, account, device }, stanza),
          )
        return
      case 'message':
        this.#reading = this.#reading.then(() => this.#message(line, login, stanza))
        return
      case 'ack':
      case 'receipt':
        this.#acknowledged(device, stanza)
        this.#news.emit('signal', { account, stanza })
        if (stanza.tag === 'receipt')
          line.send(node('ack', { class: 'receipt', id: attribute(stanza, 'id'), from: attribute(stanza, 'to') }))
        return
      case 'call':
        this.#news.emit('signal', { account, stanza })
        line.send(node('ack', { class: 'call', id: attribute(stanza, 'id'), from: attribute(stanza, 'to') }))
        return
      default:
        this.#news.emit('signal', { account, stanza })
    }
  }

  /** The phone gives a new client its past; without one it says that there is none. */
  #handOver(account: Account, device: LinkedDevice): void {
    const { HistorySyncType } = proto.HistorySync
    const past = account.past.length > 0 ? account.past : [{ syncType: HistorySyncType.INITIAL_BOOTSTRAP }]
    for (const [index, history] of past.entries()) {
      const progress = Math.round(((index + 1) / past.length) * 100)
      device.deliver(fromOwnPhone(account, historyOf(history, { chunk: index, progress, files: this.files })))
    }
  }

  #acknowledged(device: LinkedDevice, stanza: BinaryNode): void {
    if (attribute(stanza, 'type') === 'retry') return
    device.acknowledge(attribute(stanza, 'id'))
    for (const item of children(child(stanza, 'list'), 'item')) device.acknowledge(attribute(item, 'id'))
  }

  async #message(line: Line, { account, device }: Login, stanza: BinaryNode): Promise<void> {
    const id = attribute(stanza, 'id')
    const to = attribute(stanza, 'to')
    const refusal = this.#refusal
    if (refusal && refusal.times > 0 && attribute(stanza, 'category') !== 'peer') {
      refusal.times--
      line.send(node('ack', { class: 'message', id, from: to, t: seconds(), error: String(refusal.code) }))
      return
    }
    try {
      const message = await readOutgoing(this, account, device, stanza)
      line.send(node('ack', { class: 'message', id, from: to, t: seconds() }))
      if (attribute(stanza, 'category') === 'peer') return this.#asked(account, device, message)
      if (this.sent.some((earlier) => earlier.id === id)) return
      this.#order.set(message.id, ++this.#count)
      this.sent.push(message)
      if (this.sent.length > mostRemembered) this.sent.shift()
      this.#news.emit('sent', message)
      this.#confirm(account, message)
    } catch (error) {
      this.unread.push({ id, error })
      line.send(node('ack', { class: 'message', id, from: to, t: seconds(), error: '479' }))
    }
  }

  /** A client asks the phone of its account for older messages. */
  #asked(account: Account, device: LinkedDevice, { id, content }: SentMessage): void {
    const { protocolMessage } = content.deviceSentMessage?.message ?? content
    const asked = protocolMessage?.peerDataOperationRequestMessage?.historySyncOnDemandRequest
    if (!asked || !account.older) return
    const history = account.older({
      chat: asked.chatJid ?? '',
      before: Number(asked.oldestMsgTimestampMs),
      count: asked.onDemandMsgCount ?? 0,
    })
    const facts = { chunk: 0, progress: 100, files: this.files, question: id }
    const offered = historyOf(history, facts)
    const lies = offered.protocolMessage?.historySyncNotification?.directPath
    if (account.losesOlder && lies) this.files.forget(this.url + lies)
    device.deliver(fromOwnPhone(account, offered))
  }

  #confirm(account: Account, { id, to }: SentMessage): void {
    if (this.receipts === 'none') return
    const reader = this.findPerson(to)
    if (!reader || isGroup(to)) return
    this.receipt(account, reader, [id], 'delivered')
    if (this.receipts === 'read') this.receipt(account, reader, [id], 'read')
  }

  /** Which message came when, counted from the start. */
  orderOf(id: string): number {
    return this.#order.get(id) ?? 0
  }

  contentOf(id: string): { content: proto.IMessage; by?: Person } | undefined {
    const said = this.said.find((message) => message.id === id)
    if (said) return { content: said.content, by: said.person }
    return this.sent.find((message) => message.id === id)
  }

  /** Keeps what somebody has sent, for the page. */
  remember(message: SaidMessage): void {
    this.#order.set(message.id, ++this.#count)
    this.said.push(message)
    if (this.said.length > mostRemembered) this.said.shift()
  }

  /** A phone tells that messages have arrived, were read or played. */
  receipt(
    account: Account,
    by: Person,
    ids: readonly string[],
    state: 'delivered' | 'read' | 'played',
    group?: Group,
  ): void {
    const [first = '', ...others] = ids
    this.deliver(
      account,
      node(
        'receipt',
        {
          from: group ? group.id : by.jid,
          ...(group && { participant: by.jid }),
          id: first,
          t: seconds(),
          ...(state !== 'delivered' && { type: state }),
        },
        others.length > 0
          ? [
              node(
                'list',
                {},
                others.map((id) => node('item', { id })),
              ),
            ]
          : undefined,
      ),
    )
  }

  /** Brings a stanza to all clients of an account. */
  deliver(account: Account, stanza: BinaryNode): void {
    for (const device of account.devices.values()) device.deliver(stanza)
  }

  override async close(): Promise<void> {
    for (const client of this.#sockets.clients) client.terminate()
    this.#sockets.close()
    await super.close()
  }

  protected play(request: SimulatorRequest): Promise<SimulatorAnswer> {
    return playRoutes(this, request)
  }

  protected answer({ method, url, body }: SimulatorRequest): SimulatorAnswer {
    const { pathname } = url
    if (pathname === '/root-key') return { headers: { 'content-type': 'text/plain' }, body: this.rootKey }
    const made = this.files.made(pathname)
    if (made) return { headers: { 'content-type': 'application/octet-stream' }, body: made() }
    const file = this.files.find(pathname)
    if (file) return { headers: { 'content-type': file.mime }, body: file.bytes }
    if (pathname.startsWith('/media/')) return { status: 410 }
    if (method === 'POST' && /^\/mms\/\w+\//.test(pathname)) {
      const direct = this.files.keep(body)
      return { body: { url: this.url + direct, direct_path: direct } }
    }
    return { status: 404 }
  }
}

/** What the account's own phone sends to a client of it. */
const fromOwnPhone = (account: Account, content: proto.IMessage): BinaryNode =>
  node('message', { from: account.jid, id: newId(), t: seconds(), type: 'text', category: 'peer' }, [
    node('plaintext', {}, proto.Message.encode(content).finish()),
  ])
