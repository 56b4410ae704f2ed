import type { SendMailOptions } from 'nodemailer'

/** Settings of outgoing mail. */
export interface SmtpSettings {
  readonly host: string
  readonly port: number
  /** `tls` from the first byte, `starttls` demanded, or `none`. */
  readonly security: 'tls' | 'starttls' | 'none'
  readonly user: string | null
  readonly password: string | undefined
  readonly from: string
  readonly fromName: string | null
}

/** Step at which sending fails, in the order of the attempts. `from` and `to` are addresses that the server refuses. */
export type SmtpStep = 'connect' | 'tls' | 'login' | 'from' | 'to' | 'content'

/** A mail that did not leave. The server's words stay in `cause`. */
export class SmtpFailure extends Error {
  override readonly name = 'SmtpFailure'
  readonly step: SmtpStep
  constructor(step: SmtpStep, cause: unknown) {
    super(`the mail failed at: ${step}`, { cause })
    this.step = step
  }
}

/** Milliseconds; a server that is silent for longer is not there. */
const bounds = { connectionTimeout: 8_000, greetingTimeout: 8_000, socketTimeout: 20_000 } as const
const isLiteral = (host: string): boolean => /^[\d.]+$|:/.test(host)

/**
 * Hands one mail over, on a line of its own. `resolveHost` answers a checked address of the host.
 * @throws SmtpFailure
 */
export async function sendMail(
  settings: SmtpSettings,
  resolveHost: (host: string) => Promise<string>,
  mail: Pick<SendMailOptions, 'to' | 'subject' | 'text' | 'html' | 'headers' | 'attachments' | 'messageId'>,
): Promise<void> {
  const { host, port, security, user, password, from, fromName } = settings
  const address = await resolveHost(host.replace(/\.$/, '')).catch((error: unknown) => {
    throw new SmtpFailure('connect', error)
  })
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    host: address,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    name: from.split('@')[1] ?? 'localhost',
    tls: { minVersion: 'TLSv1.2', ...(!isLiteral(host) && { servername: host }) },
    disableFileAccess: true,
    disableUrlAccess: true,
    ...bounds,
    ...(user !== null && { auth: { user, pass: password ?? '' } }),
  })
  try {
    await transport.sendMail({ ...mail, from: fromName ? { name: fromName, address: from } : from })
  } catch (error) {
    throw new SmtpFailure(stepOf(error), error)
  } finally {
    transport.close()
  }
}

/** By the library's codes and the command that the server refused. */
function stepOf(error: unknown): SmtpStep {
  const { code = '', command = '' } = (error ?? {}) as { code?: string; command?: string }
  if (code === 'EAUTH' || command.startsWith('AUTH')) return 'login'
  if (
    code === 'ETLS' ||
    command === 'STARTTLS' ||
    /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH|EPROTO)/.test(
      (error as { cause?: { code?: string } })?.cause?.code ?? code,
    )
  )
    return 'tls'
  if (command.startsWith('MAIL')) return 'from'
  if (command.startsWith('RCPT')) return 'to'
  if (command === 'DATA' || code === 'EMESSAGE') return 'content'
  return code === 'ESOCKET' && /certificate|ssl|tls/i.test((error as Error).message) ? 'tls' : 'connect'
}
