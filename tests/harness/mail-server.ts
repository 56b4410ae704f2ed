import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail that was taken. */
export interface TakenMail {
  readonly to: readonly string[]
  readonly from: string
  readonly raw: string
}

/** A mail server with one account; `refuse` says what to which command. */
export class MailServer {
  readonly taken: TakenMail[] = []
  readonly refuse: Partial<Record<'auth' | 'mail' | 'rcpt' | 'data', { code: number; times: number }>> = {}
  readonly #server: SMTPServer

  constructor() {
    const verdict = (command: keyof MailServer['refuse']): Error | null => {
      const refusal = this.refuse[command]
      return refusal && refusal.times-- > 0 ? Object.assign(new Error('not now'), { responseCode: refusal.code }) : null
    }
    this.#server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      logger: false,
      closeTimeout: 200,
      onAuth: ({ username, password }, _session, done) =>
        done(
          verdict('auth') ??
            (username === 'correio' && password === 'segredo'
              ? null
              : Object.assign(new Error('no'), { responseCode: 535 })),
          { user: username },
        ),
      onMailFrom: (_address, _session, done) => done(verdict('mail')),
      onRcptTo: (_address, _session, done) => done(verdict('rcpt')),
      onData: (stream, { envelope }, done) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.once('end', () => {
          const refused = verdict('data')
          if (!refused)
            this.taken.push({
              to: envelope.rcptTo.map(({ address }) => address),
              from: envelope.mailFrom ? envelope.mailFrom.address : '',
              raw: Buffer.concat(chunks).toString(),
            })
          done(refused)
        })
      },
    })
    this.#server.on('error', () => undefined)
  }

  listen(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.listen(0, '127.0.0.1', () => resolve())
    })
  }
  get port(): number {
    return (this.#server.server.address() as AddressInfo).port
  }
  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve())
    })
  }
}
