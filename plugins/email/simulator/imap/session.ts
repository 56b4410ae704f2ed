import type { Socket } from 'node:net'
import { readCommand, type Command, type Token } from './command.ts'
import type { Folder, Mailbox, StoredMail } from './mailbox.ts'
import { sectionOf, structureOf } from './mime.ts'

/** What a session asks of the server that runs it. */
export interface Host {
  login(user: string, secret: { password: string } | { token: string }): Mailbox | undefined
  /** Called before every command; `drop` cuts the line. */
  before(command: Command): Promise<'drop' | 'no' | undefined>
}

const capabilities = 'IMAP4rev1 IDLE ID NAMESPACE UIDPLUS SPECIAL-USE SASL-IR LITERAL+ AUTH=PLAIN AUTH=XOAUTH2'
const text = (token: Token | undefined): string => (typeof token === 'string' ? token : '')

/** One client at the server: the part of RFC 3501, 2177 (IDLE) and 4315 (UIDPLUS) that a mail program needs. */
export class ImapSession {
  readonly #socket: Socket
  readonly #host: Host
  #buffer = ''
  #mailbox: Mailbox | undefined
  #folder: Folder | undefined
  #told = 0
  #idle: string | undefined
  #leave: (() => void) | undefined
  #work: Promise<void> = Promise.resolve()
  #challenge: string | undefined
  /** The literal that is announced has been asked for. */
  #asked = false

  static serve(socket: Socket, host: Host): ImapSession {
    return new ImapSession(socket, host)
  }

  private constructor(socket: Socket, host: Host) {
    this.#socket = socket
    this.#host = host
    socket.setNoDelay(true)
    socket.setEncoding('latin1')
    socket.on('data', (data: string) => {
      this.#buffer += data
      this.#work = this.#work.then(() => this.#pump())
    })
    socket.on('close', () => this.#leave?.())
    socket.on('error', () => undefined)
    this.#say(`* OK [CAPABILITY ${capabilities}] ready`)
  }

  #say(line: string): void {
    if (this.#socket.writable) this.#socket.write(`${line}\r\n`, 'latin1')
  }

  async #pump(): Promise<void> {
    for (let command = this.#take(); command !== undefined; command = this.#take()) {
      if (this.#idle !== undefined) {
        this.#endIdle()
        continue
      }
      if (this.#challenge !== undefined) {
        this.#authenticate(this.#challenge, command)
        continue
      }
      const read = readCommand(command)
      if (!read) {
        this.#say('* BAD what')
        continue
      }
      const fault = await this.#host.before(read)
      if (fault === 'drop') {
        this.#socket.destroy()
        return
      }
      if (fault === 'no') this.#say(`${read.tag} NO planned fault`)
      else await this.#run(read)
    }
  }

  /** The next whole command; asks for a literal that is announced. */
  #take(): string | undefined {
    for (let from = 0; ;) {
      const end = this.#buffer.indexOf('\r\n', from)
      if (end < 0) return undefined
      const [, length, plus] = /\{(\d+)(\+?)\}$/.exec(this.#buffer.slice(from, end)) ?? []
      if (length === undefined) {
        this.#asked = false
        const command = this.#buffer.slice(0, end)
        this.#buffer = this.#buffer.slice(end + 2)
        return command
      }
      from = end + 2 + Number(length)
      if (this.#buffer.length < from) {
        if (plus === '' && this.#buffer.length === end + 2 && !this.#asked) {
          this.#asked = true
          this.#say('+ go ahead')
        }
        return undefined
      }
    }
  }

  async #run({ tag, name, tokens }: Command): Promise<void> {
    const done = (what = 'done'): void => this.#say(`${tag} OK ${what}`)
    const no = (what: string): void => this.#say(`${tag} NO ${what}`)
    switch (name) {
      case 'CAPABILITY':
        this.#say(`* CAPABILITY ${capabilities}`)
        return done()
      case 'ID':
        this.#say('* ID ("name" "stand-in")')
        return done()
      case 'NAMESPACE':
        this.#say('* NAMESPACE (("" "/")) NIL NIL')
        return done()
      case 'NOOP':
        this.#news()
        return done()
      case 'LOGOUT':
        this.#say('* BYE')
        done()
        this.#socket.end()
        return
      case 'LOGIN':
        return this.#enter(tag, text(tokens[0]), { password: text(tokens[1]) })
      case 'AUTHENTICATE': {
        if (tokens.length > 1) return this.#authenticate(`${tag} ${text(tokens[0])}`, text(tokens[1]))
        this.#challenge = `${tag} ${text(tokens[0])}`
        return this.#say('+ ')
      }
    }
    if (!this.#mailbox) return no('log in first')
    switch (name) {
      case 'LIST':
      case 'LSUB':
        for (const folder of this.#mailbox.folders.values())
          this.#say(
            `* ${name} (\\HasNoChildren${folder.specialUse === undefined ? '' : ` ${folder.specialUse}`}) "/" ` +
              `"${folder.name}"`,
          )
        return done()
      case 'SELECT':
      case 'EXAMINE':
        return this.#select(tag, text(tokens[0]))
      case 'STATUS': {
        const folder = this.#mailbox.find(text(tokens[0]))
        if (!folder) return no('[NONEXISTENT] no such folder')
        this.#say(
          `* STATUS "${folder.name}" (MESSAGES ${folder.mails.length} UIDNEXT ${folder.uidNext} UIDVALIDITY ` +
            `${folder.validity} UNSEEN 0)`,
        )
        return done()
      }
      case 'APPEND': {
        const folder = this.#mailbox.find(text(tokens[0]))
        if (!folder) return no('[TRYCREATE] no such folder')
        const mail = folder.add(text(tokens.at(-1)), {
          flags: tokens.slice(1, -1).flatMap((token) => (typeof token === 'string' ? [] : token.map(text))),
        })
        return done(`[APPENDUID ${folder.validity} ${mail.uid}]`)
      }
    }
    const folder = this.#folder
    if (!folder) return no('select a folder first')
    switch (name) {
      case 'IDLE': {
        this.#idle = tag
        this.#leave = folder.onNews(() => this.#news())
        this.#say('+ idling')
        return this.#news()
      }
      case 'CLOSE':
      case 'UNSELECT':
        this.#folder = undefined
        return done()
      case 'SEARCH':
      case 'UID SEARCH':
        this.#say(
          `* SEARCH${search(folder, tokens)
            .map((mail) => ` ${name === 'SEARCH' ? folder.positionOf(mail.uid) + 1 : mail.uid}`)
            .join('')}`,
        )
        this.#news()
        return done()
      case 'FETCH':
      case 'UID FETCH':
        await this.#fetch(folder, text(tokens[0]), tokens.slice(1), name === 'UID FETCH')
        return done()
      case 'STORE':
      case 'UID STORE':
        this.#store(folder, tokens, name === 'UID STORE')
        return done()
      default:
        this.#say(`${tag} BAD ${name} is not known here`)
    }
  }

  #enter(tag: string, user: string, secret: { password: string } | { token: string }): void {
    this.#mailbox = this.#host.login(user, secret)
    this.#say(
      this.#mailbox
        ? `${tag} OK [CAPABILITY ${capabilities}] logged in`
        : `${tag} NO [AUTHENTICATIONFAILED] Authentication failed.`,
    )
  }

  #authenticate(asked: string, answer: string): void {
    this.#challenge = undefined
    const [tag = '', mechanism = ''] = asked.split(' ')
    const given = Buffer.from(answer, 'base64').toString('utf8')
    if (/^xoauth2$/i.test(mechanism)) {
      const [user = '', token = ''] = given.split('\u0001')
      return this.#enter(tag, user.replace('user=', ''), { token: token.replace('auth=Bearer ', '') })
    }
    const [, user = '', password = ''] = given.split('\u0000')
    this.#enter(tag, user, { password })
  }

  #select(tag: string, name: string): void {
    const folder = this.#mailbox?.find(name)
    this.#folder = folder
    if (!folder) return this.#say(`${tag} NO [NONEXISTENT] no such folder`)
    this.#told = folder.mails.length
    for (const line of [
      '* FLAGS (\\Answered \\Flagged \\Deleted \\Seen \\Draft)',
      `* ${folder.mails.length} EXISTS`,
      '* 0 RECENT',
      `* OK [UIDVALIDITY ${folder.validity}] valid`,
      `* OK [UIDNEXT ${folder.uidNext}] next`,
      '* OK [PERMANENTFLAGS (\\Seen \\Deleted \\*)] kept',
      `${tag} OK [READ-WRITE] selected`,
    ])
      this.#say(line)
  }

  /** Tells of mails that came since. */
  #news(): void {
    if (!this.#folder || this.#folder.mails.length === this.#told) return
    this.#told = this.#folder.mails.length
    this.#say(`* ${this.#told} EXISTS`)
  }

  #endIdle(): void {
    const tag = this.#idle
    this.#idle = undefined
    this.#leave?.()
    this.#leave = undefined
    this.#say(`${tag} OK idle ended`)
  }

  async #fetch(folder: Folder, range: string, rest: readonly Token[], byUid: boolean): Promise<void> {
    const items = rest.flat().map(text)
    for (const mail of inRange(folder, range, byUid)) {
      this.#say(
        `* ${folder.positionOf(mail.uid) + 1} FETCH ` +
          `(${answersTo(mail, byUid && !items.includes('UID') ? ['UID', ...items] : items)})`,
      )
      if (this.#socket.writableNeedDrain)
        await new Promise<void>((resolve) => {
          this.#socket.once('drain', resolve).once('close', resolve)
        })
    }
  }

  #store(folder: Folder, tokens: readonly Token[], byUid: boolean): void {
    const flags = tokens.slice(2).flat().map(text)
    for (const mail of inRange(folder, text(tokens[0]), byUid)) {
      for (const flag of flags) {
        if (text(tokens[1]).startsWith('-')) mail.flags.delete(flag)
        else mail.flags.add(flag)
      }
      if (!/silent/i.test(text(tokens[1])))
        this.#say(`* ${folder.positionOf(mail.uid) + 1} FETCH (UID ${mail.uid} FLAGS (${[...mail.flags].join(' ')}))`)
    }
  }
}

const literal = (bytes: string): string => `{${bytes.length}}\r\n${bytes}`
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const internalDate = (date: Date): string =>
  `"${String(date.getUTCDate()).padStart(2, '0')}-${months[date.getUTCMonth()]}-${date.getUTCFullYear()} ` +
  `${date.toISOString().slice(11, 19)} +0000"`

function answersTo(mail: StoredMail, items: readonly string[]): string {
  return items
    .flatMap((item) => {
      const [, section, start, length] = /^BODY(?:\.PEEK)?\[([^\]]*)\](?:<(\d+)\.(\d+)>)?$/i.exec(item) ?? []
      if (section !== undefined) {
        const whole = sectionOf(mail.raw(), mail.mime(), section) ?? ''
        const part = start === undefined ? whole : whole.slice(Number(start), Number(start) + Number(length))
        return [`BODY[${section.toUpperCase()}]${start === undefined ? '' : `<${start}>`} ${literal(part)}`]
      }
      switch (item.toUpperCase()) {
        case 'UID':
          return [`UID ${mail.uid}`]
        case 'FLAGS':
          return [`FLAGS (${[...mail.flags].join(' ')})`]
        case 'INTERNALDATE':
          return [`INTERNALDATE ${internalDate(mail.arrived)}`]
        case 'RFC822.SIZE':
          return [`RFC822.SIZE ${mail.size}`]
        case 'BODYSTRUCTURE':
          return [`BODYSTRUCTURE ${structureOf(mail.raw(), mail.mime())}`]
        default:
          return []
      }
    })
    .join(' ')
}

function inRange(folder: Folder, range: string, byUid: boolean): StoredMail[] {
  const { mails } = folder
  const last = byUid ? (mails.at(-1)?.uid ?? 0) : mails.length
  const found = range.split(',').flatMap((span) => {
    const [from = 0, to = from] = span.split(':').map((end) => (end === '*' ? last : Number(end)))
    const [first, final] = [Math.min(from, to), Math.max(from, to)]
    return byUid
      ? mails.slice(folder.positionOf(first), folder.positionOf(final + 1))
      : mails.slice(Math.max(0, first - 1), final)
  })
  return range.includes(',') ? [...new Set(found)].toSorted((one, other) => one.uid - other.uid) : found
}

function search(folder: Folder, tokens: readonly Token[]): StoredMail[] {
  let found = folder.mails
  const rest = tokens.flat().map(text)
  const dayOf = (date: Date): number => Math.floor(date.getTime() / 86_400_000)
  for (let at = 0; at < rest.length; at++) {
    switch (rest[at]!.toUpperCase()) {
      case 'CHARSET':
        at++
        break
      case 'UID': {
        const wanted = new Set(inRange(folder, rest[++at]!, true))
        found = found.filter((mail) => wanted.has(mail))
        break
      }
      case 'SINCE': {
        const day = dayOf(new Date(`${rest[++at]!} UTC`))
        found = found.filter(({ arrived }) => dayOf(arrived) >= day)
        break
      }
      case 'BEFORE': {
        const day = dayOf(new Date(`${rest[++at]!} UTC`))
        found = found.filter(({ arrived }) => dayOf(arrived) < day)
        break
      }
      case 'HEADER': {
        const [name, value] = [rest[++at]!.toLowerCase(), rest[++at]!]
        found = found.filter((mail) => mail.mime().fields.get(name)?.includes(value) === true)
        break
      }
    }
  }
  return found
}
