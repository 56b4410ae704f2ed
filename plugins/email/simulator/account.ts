import { randomUUID } from 'node:crypto'
import { Mailbox } from './imap/mailbox.ts'
import { readMime } from './imap/mime.ts'
import { newMessageId, writeBounce, writeLetter, writeReadReceipt, type DeliveryFacts, type Letter } from './letters.ts'
import type { HandedIn } from './smtp/server.ts'
import { worded } from './words.ts'

/** One mailbox of the company at the simulated provider, and what it sent. */
export class Account {
  readonly address: string
  password: string
  readonly refreshToken = `refresh-${randomUUID()}`
  readonly mailbox = new Mailbox()
  /** The provider gives every mail an id of its own, as Amazon SES does. */
  renamesMails = false
  readonly sent: HandedIn[] = []
  readonly #tokens = new Set<string>()
  readonly #elsewhere: ((raw: string, arrived: Date) => void) | undefined

  /** @param elsewhere takes what arrives, where the mailbox is kept by another server */
  constructor(address: string, password: string, elsewhere?: (raw: string, arrived: Date) => void) {
    this.address = address
    this.password = password
    this.#elsewhere = elsewhere
  }

  admits(secret: { password: string } | { token: string }): boolean {
    return 'password' in secret ? secret.password === this.password : this.#tokens.has(secret.token)
  }
  newAccessToken(): string {
    const token = `access-${randomUUID()}`
    this.#tokens.add(token)
    return token
  }
  revokeTokens(): void {
    this.#tokens.clear()
  }

  /** Puts a mail into the inbox, as bytes in latin1. */
  deliver(raw: string, arrived = new Date()): void {
    if (this.#elsewhere) this.#elsewhere(raw, arrived)
    else this.mailbox.inbox.add(raw, { arrived })
  }

  customer(name: string, address: string): Customer {
    return new Customer(this, name, address)
  }
}

/** A person who writes to a mailbox with a mail program. */
export class Customer {
  readonly name: string
  readonly address: string
  readonly #account: Account
  constructor(account: Account, name: string, address: string) {
    this.#account = account
    this.name = name
    this.address = address
  }

  /** What the person got, oldest first. */
  get received(): readonly HandedIn[] {
    return this.#account.sent.filter(({ to }) => to.includes(this.address))
  }

  /** Writes a mail, and answers its Message-ID. */
  write(letter: Omit<Letter, 'from' | 'to'> & { readonly to?: string }): string {
    const { raw, messageId } = writeLetter({
      ...letter,
      from: `${this.name} <${this.address}>`,
      to: letter.to ?? this.#account.address,
    })
    this.#account.deliver(raw)
    return messageId
  }

  /** Answers the last mail that the person got, as a mail program does: threaded, with what it answers below. */
  reply(
    text: string,
    { cutsThread = false, ...letter }: Partial<Letter> & { readonly cutsThread?: boolean } = {},
  ): string {
    const last = this.received.at(-1)
    if (!last) return this.write({ subject: 'Olá', text })
    const { fields, raw } = headOf(last)
    const id = /<([^<>]+)>/.exec(fields.get('message-id') ?? '')?.[1] ?? newMessageId()
    const replyTo = /<([^<>]+)>/.exec(fields.get('reply-to') ?? '')?.[1] ?? this.#account.address
    const quoted = raw
      .slice(raw.indexOf('\r\n\r\n') + 4)
      .slice(0, 200)
      .split('\r\n')
      .map((line) => `> ${line}`)
      .join('\n')
    return this.write({
      subject: `Re: ${worded(fields.get('subject') ?? '').replace(/^Re: /i, '')}`,
      text: `${text}\n\nEm qui., 1 de jan. de 2026 às 10:00, Loja <${this.#account.address}> escreveu:\n${quoted}`,
      to: replyTo,
      ...(!cutsThread && {
        inReplyTo: id,
        references: [...(fields.get('references') ?? '').matchAll(/<([^<>]+)>/g)].map((match) => match[1]!).concat(id),
      }),
      ...letter,
    })
  }

  /**
   * The person's server says what became of the last mail it was given: that it cannot be delivered, or something else.
   */
  bounce(facts: DeliveryFacts = {}): void {
    const last = this.received.at(-1)
    if (last)
      this.#account.deliver(
        writeBounce({ to: this.#account.address, recipient: this.address, original: last.raw, ...facts }),
      )
  }

  /** The person reads the last mail and lets it be known. */
  acknowledge(): void {
    const last = this.received.at(-1)
    if (last)
      this.#account.deliver(
        writeReadReceipt({
          to: this.#account.address,
          from: this.address,
          originalId: /<([^<>]+)>/.exec(headOf(last).fields.get('message-id') ?? '')?.[1] ?? newMessageId(),
        }),
      )
  }

  outOfOffice(): string {
    return this.reply('Estou de férias até segunda.', {
      subject: 'Resposta automática: férias',
      headers: { 'Auto-Submitted': 'auto-replied' },
    })
  }
}

const headOf = ({ raw }: HandedIn) => ({ raw, fields: readMime(raw).fields })
