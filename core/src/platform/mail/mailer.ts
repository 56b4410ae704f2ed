import { Refusal, type Locale, type Logger, type UserLetter } from '@recado/contracts'
import type { Clock } from '../../base/clock.ts'
import type { Tx } from '../../db/database.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { GlobalSettings } from '../global-settings.ts'
import type { Egress } from '../../security/egress.ts'
import { derivedKey } from '../../security/keys.ts'
import { seal, unseal } from '../../security/sealed.ts'
import { writeLetter, writeUserLetter, type Letter } from './letter.ts'
import { sendMail, SmtpFailure, type SmtpSettings, type SmtpStep } from './smtp.ts'

const task = 'mail.letter'
const place = ['job', task] as const
/** About a quarter of an hour of growing pauses; by then the person has asked again. */
const attempts = 6

/** Machines that answer mail by themselves leave these alone (RFC 3834). */
const automatic = { 'auto-submitted': 'auto-generated' }

export interface MailerOptions {
  readonly jobs: Jobs
  readonly settings: Pick<GlobalSettings, 'all' | 'secret'>
  readonly egress: Pick<Egress, 'resolveFor'>
  readonly secret: string
  readonly clock: Clock
  readonly log: Logger
  /** The address under which people reach the installation; asked when a letter is written. */
  address(): string
}

/** Result of a test of the mail server. */
export type SmtpCheck = { readonly ok: true } | { readonly ok: false; readonly step: SmtpStep }

/**
 * Mail of the installation: written in the reader's language, sent as a job that is repeated while the server is away.
 * Letters wait sealed, because their links are as good as passwords.
 */
export class Mailer {
  readonly #options: MailerOptions
  readonly #key: Buffer
  readonly #resolve: (host: string) => Promise<string>

  constructor(options: MailerOptions) {
    this.#options = options
    this.#key = derivedKey(options.secret, 'mail v1')
    this.#resolve = options.egress.resolveFor({})
    options.jobs.register(task, async ({ data, attempt }) =>
      this.#deliver(data as { sealed: string; until: string }, attempt),
    )
  }

  /** Address of a page of the shell, for links in letters: built from the configuration, never from a request. */
  page(path: `/${string}`): string {
    return `${this.#options.address()}/#${path}`
  }

  /**
   * Stored with the caller's transaction, sent after it. A letter that could not leave before `until` never does.
   * Without a mail server the letter is dropped when its turn comes, with a warning in the log.
   */
  async send(tx: Tx, tenantId: string, letter: Letter, until: Date): Promise<void> {
    const sealed = seal(this.#key, Buffer.from(JSON.stringify(letter)), place).toString('base64')
    await this.#options.jobs.enqueue(tx, {
      task,
      tenantId,
      data: { sealed, until: until.toISOString() },
      maxAttempts: attempts,
    })
  }

  /**
   * Hands a plugin's letter over at once. `id` makes the message id. @throws Refusal ERR_MAIL_UNSET, ERR_MAIL_FAILED
   */
  async sendNow(
    reader: { readonly to: string; readonly locale: Locale },
    letter: UserLetter,
    id: string,
  ): Promise<void> {
    const settings = await this.settings()
    if (!settings) throw new Refusal('ERR_MAIL_UNSET')
    const link = this.page(letter.button.page as `/${string}`)
    try {
      await sendMail(settings, this.#resolve, {
        to: reader.to,
        ...writeUserLetter(letter, { locale: reader.locale, link }),
        headers: automatic,
        messageId: `<${id}@${settings.from.split('@')[1] ?? 'localhost'}>`,
        attachments: (letter.files ?? []).map(({ name, type, content }) => ({
          filename: name,
          contentType: type,
          content: Buffer.from(content),
        })),
      })
    } catch (error) {
      if (!(error instanceof SmtpFailure)) throw error
      throw new Refusal('ERR_MAIL_FAILED', { detail: error.step }, { cause: error })
    }
  }

  /** Sends a test letter with settings that need not be stored, and says which step broke. */
  async check(settings: SmtpSettings, to: string, locale: Locale = 'pt-BR'): Promise<SmtpCheck> {
    try {
      await this.#hand(settings, { kind: 'smtpTest', to, name: '', locale, link: this.#options.address() })
      return { ok: true }
    } catch (error) {
      if (!(error instanceof SmtpFailure)) throw error
      this.#options.log.info({ err: error.cause, step: error.step }, 'the test of the mail server failed')
      return { ok: false, step: error.step }
    }
  }

  /** The stored settings; undefined while there is no server or no sender. */
  async settings(): Promise<SmtpSettings | undefined> {
    const { secret: password, values } = await this.#options.settings.secret('smtpPassword')
    const {
      smtpHost: host,
      smtpPort: port,
      smtpSecurity: security,
      smtpUser: user,
      smtpFrom: from,
      smtpFromName: fromName,
    } = values
    return host && from ? { host, port, security, user, from, fromName, password } : undefined
  }

  async #deliver({ sealed, until }: { sealed: string; until: string }, attempt: number): Promise<void> {
    const { log, clock } = this.#options
    if (clock.now().getTime() >= Date.parse(until))
      return log.warn({ attempt }, 'a letter came too late and was not sent')
    const settings = await this.settings()
    if (!settings)
      return log.warn({}, 'a letter was not sent: the installation has no mail server; set one in the global settings')
    await this.#hand(settings, JSON.parse(unseal(this.#key, Buffer.from(sealed, 'base64'), place).toString()) as Letter)
  }

  async #hand(settings: SmtpSettings, letter: Letter): Promise<void> {
    const { applicationName } = await this.#options.settings.all()
    await sendMail(settings, this.#resolve, {
      to: letter.to,
      ...writeLetter(letter, applicationName),
      headers: automatic,
    })
  }
}
