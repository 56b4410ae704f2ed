import type { Faults } from '@recado/sdk/testing/simulator'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A mail that was handed in. */
export interface HandedIn {
  readonly user: string
  readonly from: string
  readonly to: readonly string[]
  readonly raw: string
  readonly at: Date
}
/**
 * Instead of the right answer: a refusal with its code and words, silence, or a line cut before or after the mail was
 * taken.
 */
export type SmtpFault = { readonly code: number; readonly text: string } | 'dropBefore' | 'dropAfter'

export interface SmtpOptions {
  readonly port?: number
  readonly host?: string
  readonly faults: Faults<SmtpFault>
  /** As PEM. With it mail is taken over TLS only: from the first byte, or after STARTTLS. */
  readonly tls?: { readonly key: string; readonly cert: string; readonly from: 'start' | 'starttls' }
  login(user: string, secret: { password: string } | { token: string }): boolean
  accept(mail: HandedIn): void
}

const refusal = ({ code, text }: { code: number; text: string }): Error =>
  Object.assign(new Error(text), { responseCode: code })

/** Takes mail in, for `LOGIN`, `MAIL`, `RCPT` (also `RCPT ana@cliente.test`) and `DATA` also wrongly. */
export class SmtpSink implements AsyncDisposable {
  readonly #server: SMTPServer
  private constructor(server: SMTPServer) {
    this.#server = server
  }

  static async start({ port = 0, host = '127.0.0.1', faults, tls, login, accept }: SmtpOptions): Promise<SmtpSink> {
    const planned = (what: string): Error | undefined => {
      const fault = faults.take(what)
      return typeof fault === 'object' ? refusal(fault) : undefined
    }
    const security: SMTPServerOptions = tls
      ? { key: tls.key, cert: tls.cert, secure: tls.from === 'start' }
      : { disabledCommands: ['STARTTLS'], allowInsecureAuth: true }
    const options: SMTPServerOptions = {
      ...security,
      authOptional: false,
      authMethods: ['PLAIN', 'LOGIN', 'XOAUTH2'],
      size: 40_000_000,
      logger: false,
      closeTimeout: 200,
      onAuth: ({ method, username = '', password = '', accessToken = '' }, _session, done) => {
        const fault = planned('LOGIN')
        const isRight =
          !fault && login(username, method === 'XOAUTH2' ? { token: accessToken } : { password: password ?? '' })
        done(
          fault ?? (isRight ? null : Object.assign(new Error('5.7.8 Authentication failed'), { responseCode: 535 })),
          isRight ? { user: username } : undefined,
        )
      },
      onMailFrom: (_address, _session, done) => done(planned('MAIL')),
      onRcptTo: ({ address }, _session, done) => done(planned('RCPT') ?? planned(`RCPT ${address}`)),
      onData: (stream, session, done) => {
        const fault = faults.take('DATA')
        const chunks: Buffer[] = []
        const cut = (): void => {
          for (const connection of server.connections as Set<{ id: string; _socket?: { destroy(): void } }>)
            if (connection.id === session.id) connection._socket?.destroy()
        }
        if (fault === 'dropBefore') return cut()
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.once('end', () => {
          if (typeof fault === 'object') return done(refusal(fault))
          const { mailFrom, rcptTo } = session.envelope
          accept({
            user: session.user ?? '',
            from: mailFrom ? mailFrom.address : '',
            to: rcptTo.map(({ address }) => address),
            raw: Buffer.concat(chunks).toString('latin1'),
            at: new Date(),
          })
          if (fault === 'dropAfter') cut()
          else done(null)
        })
      },
    }
    const server = new SMTPServer(options)
    server.on('error', () => undefined)
    await new Promise<void>((resolve) => {
      server.listen(port, host, () => resolve())
    })
    return new SmtpSink(server)
  }

  get port(): number {
    return (this.#server.server.address() as AddressInfo).port
  }
  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve())
    })
  }
  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }
}
