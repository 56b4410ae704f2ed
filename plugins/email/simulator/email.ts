import {
  Faults,
  playPage,
  serveSimulator,
  type RunningSimulator,
  type SimulatorAnswer,
  type SimulatorRequest,
} from '@recado/sdk/testing/simulator'
import { randomUUID } from 'node:crypto'
import { Account } from './account.ts'
import { ImapServer, type ImapFault } from './imap/server.ts'
import { newMessageId } from './letters.ts'
import { playRoutes } from './play.ts'
import { SmtpSink, type HandedIn, type SmtpFault } from './smtp/server.ts'

/** What the address for access tokens answers instead. */
export type TokenFault = { readonly status: number; readonly error: string }

/**
 * Stands in for a mail provider: mailboxes by IMAP, sending by SMTP, access tokens by HTTP, and the people on the other
 * side.
 */
export class EmailSimulator implements AsyncDisposable {
  readonly accounts = new Map<string, Account>()
  readonly imapFaults = new Faults<ImapFault>()
  readonly smtpFaults = new Faults<SmtpFault>()
  readonly tokenFaults = new Faults<TokenFault>()
  #imap: ImapServer | undefined
  #smtp: SmtpSink | undefined
  #http: RunningSimulator | undefined

  static async start({
    port = 0,
    imapPort = 0,
    smtpPort = 0,
    host = '127.0.0.1',
  }: { port?: number; imapPort?: number; smtpPort?: number; host?: string } = {}): Promise<EmailSimulator> {
    const simulator = new EmailSimulator()
    const login = (user: string, secret: { password: string } | { token: string }): Account | undefined => {
      const account = simulator.accounts.get(user.toLowerCase())
      return account?.admits(secret) === true ? account : undefined
    }
    simulator.#imap = await ImapServer.start({
      port: imapPort,
      host,
      faults: simulator.imapFaults,
      login: (user, secret) => login(user, secret)?.mailbox,
    })
    simulator.#smtp = await SmtpSink.start({
      port: smtpPort,
      host,
      faults: simulator.smtpFaults,
      login: (user, secret) => login(user, secret) !== undefined,
      accept: (mail) => simulator.#accept(mail),
    })
    simulator.#http = await serveSimulator((request) => simulator.#handle(request), { port, host })
    return simulator
  }

  get url(): string {
    return this.#http!.url
  }
  get imapPort(): number {
    return this.#imap!.port
  }
  get smtpPort(): number {
    return this.#smtp!.port
  }
  get imap(): ImapServer {
    return this.#imap!
  }

  addAccount(
    address = `loja-${randomUUID().slice(0, 8)}@empresa.test`,
    password = 'correio-1234',
    elsewhere?: (raw: string, arrived: Date) => void,
  ): Account {
    const account = new Account(address, password, elsewhere)
    this.accounts.set(address, account)
    return account
  }

  async close(): Promise<void> {
    await Promise.all([this.#http?.close(), this.#imap?.close(), this.#smtp?.close()])
  }
  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  /** Mail to a mailbox that is here arrives in it; mail to anybody else is with the customer. */
  #accept(mail: HandedIn): void {
    const sender = this.accounts.get(mail.user)
    const raw = sender?.renamesMails
      ? mail.raw.replace(/^Message-ID: .*$/im, `Message-ID: <${newMessageId('email.amazonses.com')}>`)
      : mail.raw
    sender?.sent.push({ ...mail, raw })
    for (const address of mail.to) this.accounts.get(address.replace(/\+[^@]*/, ''))?.deliver(raw)
  }

  async #handle(request: SimulatorRequest): Promise<SimulatorAnswer> {
    const { pathname } = request.url
    if (pathname === '/')
      return {
        headers: { 'content-type': 'text/html; charset=utf-8' },
        body: await playPage(new URL('page.html', import.meta.url)),
      }
    return pathname === '/token' ? this.#token(await request.fields()) : playRoutes(this, request)
  }

  /** Renews an access token for a refresh token that is known, as Google and Microsoft do. */
  #token(fields: Record<string, unknown>): SimulatorAnswer {
    const fault = this.tokenFaults.take('token')
    if (fault) return { status: fault.status, body: { error: fault.error } }
    const account = [...this.accounts.values()].find(({ refreshToken }) => refreshToken === fields['refresh_token'])
    if (!account || fields['grant_type'] !== 'refresh_token')
      return { status: 400, body: { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' } }
    return { body: { access_token: account.newAccessToken(), expires_in: 3_600, token_type: 'Bearer' } }
  }
}
