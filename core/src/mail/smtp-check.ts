import { createTransport } from 'nodemailer'
import type { Egress } from '../security/egress.ts'

/** A mail server as the global settings describe it. */
export interface SmtpServer {
  readonly host: string
  readonly port: number
  /** `tls` from the first byte, `starttls` demanded, or `none`. */
  readonly security: 'tls' | 'starttls' | 'none'
  readonly user: string | null
  readonly password: string | undefined
  readonly from: string
  readonly fromName: string | null
}

/** Where a test ended. `connect` is said of everything before the server's greeting, whatever it was: a test must not tell which ports of a network are open. */
export type SmtpStep = 'connect' | 'tls' | 'auth' | 'sender' | 'recipient' | 'send'
export type SmtpCheck = { readonly ok: true } | { readonly ok: false; readonly step: SmtpStep; readonly message?: string }

const bounds = { connectionTimeout: 8_000, greetingTimeout: 8_000, socketTimeout: 15_000, dnsTimeout: 5_000 } as const
const longestReply = 200

/** Signs in and sends one short mail; the server's own words come along once it has spoken. Connects only where the egress guard lets it. */
export async function checkSmtp(server: SmtpServer, mail: { readonly to: string; readonly subject: string; readonly text: string }, egress: Pick<Egress, 'resolveFor'>): Promise<SmtpCheck> {
  let address: string
  try {
    address = await egress.resolveFor({ hosts: [server.host] })(server.host)
  } catch {
    return { ok: false, step: 'connect' }
  }
  const transport = createTransport({
    host: address, port: server.port, secure: server.security === 'tls', requireTLS: server.security === 'starttls', ignoreTLS: server.security === 'none', tls: { servername: server.host },
    ...(server.user !== null && server.password !== undefined && { auth: { user: server.user, pass: server.password } }), disableFileAccess: true, disableUrlAccess: true, ...bounds,
  })
  try {
    await transport.sendMail({ from: { address: server.from, name: server.fromName ?? '' }, ...mail })
    return { ok: true }
  } catch (error) {
    return failureOf(error)
  } finally {
    transport.close()
  }
}

interface SmtpFailure { readonly code?: string; readonly command?: string; readonly response?: string }

function failureOf(error: unknown): SmtpCheck {
  const { code, command, response } = error as SmtpFailure
  const step = stepOf(code, command)
  return { ok: false, step, ...(step !== 'connect' && response !== undefined && { message: response.slice(0, longestReply) }) }
}

function stepOf(code: string | undefined, command: string | undefined): SmtpStep {
  if (code === 'EAUTH' || code === 'ENOAUTH') return 'auth'
  if (code === 'ETLS' || command === 'STARTTLS') return 'tls'
  if (code === 'EENVELOPE') return command?.startsWith('RCPT') ? 'recipient' : 'sender'
  if (code === 'EMESSAGE' || code === 'EPROTOCOL') return 'send'
  return 'connect'
}
