import { readMime, type MimePart } from './mime.ts'

/** A mail in a folder. Its bytes may be made when they are asked for, so that a mailbox can be larger than memory. */
export interface StoredMail {
  readonly uid: number
  readonly arrived: Date
  readonly flags: Set<string>
  readonly size: number
  raw(): string
  mime(): MimePart
}

let lastValidity = Math.floor(Date.now() / 1_000)

/** One folder. */
export class Folder {
  readonly name: string
  readonly specialUse: string | undefined
  validity = ++lastValidity
  uidNext = 1
  mails: StoredMail[] = []
  readonly #listeners = new Set<() => void>()
  /** The mail that was read last: its parts are asked for one after the other. */
  #last: { readonly make: () => string; readonly raw: string; readonly mime: MimePart } | undefined

  constructor(name: string, specialUse?: string) {
    this.name = name
    this.specialUse = specialUse
  }

  /** @param raw the bytes as latin1, or what makes them when they are asked for */
  add(
    raw: string | (() => string),
    { arrived = new Date(), flags = [], size }: { arrived?: Date; flags?: readonly string[]; size?: number } = {},
  ): StoredMail {
    const make = typeof raw === 'string' ? () => raw : raw
    const mail: StoredMail = {
      uid: this.uidNext++,
      arrived,
      flags: new Set(flags),
      size: size ?? make().length,
      raw: () => this.#opened(make).raw,
      mime: () => this.#opened(make).mime,
    }
    this.mails.push(mail)
    for (const tell of this.#listeners) tell()
    return mail
  }

  /** Position of the first mail with this uid or a later one. */
  positionOf(uid: number): number {
    let [low, high] = [0, this.mails.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.mails[middle]!.uid < uid) low = middle + 1
      else high = middle
    }
    return low
  }

  remove(uid: number): void {
    this.mails = this.mails.filter((mail) => mail.uid !== uid)
  }

  /** Counts again, as a server does that lost its books: the same mails under other uids. */
  renumber(): void {
    this.validity = ++lastValidity
    this.mails = this.mails.map((mail, index) => ({ ...mail, uid: index + 1 }))
    this.uidNext = this.mails.length + 1
  }

  #opened(make: () => string): { readonly raw: string; readonly mime: MimePart } {
    if (this.#last?.make !== make) {
      const raw = make()
      this.#last = { make, raw, mime: readMime(raw) }
    }
    return this.#last
  }

  onNews(tell: () => void): () => void {
    this.#listeners.add(tell)
    return () => this.#listeners.delete(tell)
  }
}

/** The folders of one user. */
export class Mailbox {
  readonly folders = new Map<string, Folder>()
  readonly inbox = this.#add(new Folder('INBOX'))
  readonly sent = this.#add(new Folder('Sent', '\\Sent'))

  find(name: string): Folder | undefined {
    return this.folders.get(/^inbox$/i.test(name) ? 'INBOX' : name)
  }

  #add(folder: Folder): Folder {
    this.folders.set(folder.name, folder)
    return folder
  }
}
