import { ChannelError, type ChannelErrorKind } from '@recado/sdk'
import { Trouble, type Step } from '../account/trouble.ts'
import { isTlsFailure } from '../mailbox/imap.ts'

/** An error of the library as far as it is looked at. */
export interface SmtpFailure {
  readonly code?: string
  readonly responseCode?: number
  readonly response?: string
  readonly command?: string
  readonly message?: string
  readonly rejectedErrors?: readonly SmtpFailure[]
  readonly cause?: { readonly code?: string }
}

/** A server that says "later" is asked again no sooner than this. */
const laterMs = 30_000

/** By the enhanced status of the answer (RFC 3463); the plain code decides where there is none. */
const byStatus: readonly (readonly [RegExp, ChannelErrorKind])[] = [
  [/^5\.1\.[0-6]|^5\.1\.10|^5\.4\.4|^5\.2\.1/, 'invalidRecipient'],
  [/^5\.3\.4|^5\.2\.3/, 'tooLarge'],
  [/^5\.7\.(3|8|9|11|14|30|57|60)/, 'auth'],
  [/^5\.7\.|^5\.1\.[78]/, 'blocked'],
]
const byRecipientCode: Readonly<Record<number, ChannelErrorKind>> = {
  550: 'invalidRecipient',
  551: 'invalidRecipient',
  553: 'invalidRecipient',
  552: 'tooLarge',
  554: 'blocked',
}
const byMessageCode: Readonly<Record<number, ChannelErrorKind>> = {
  550: 'blocked',
  552: 'tooLarge',
  554: 'blocked',
  530: 'auth',
  535: 'auth',
}

/** What a server answered, in one short line. */
export const saidBy = (response: string): string => response.replace(/\s+/g, ' ').trim().slice(0, 300)

/**
 * Meaning of a failure to send. A refused mail was not sent, whatever the reason; without an answer that is certain
 * only as long as no byte of the mail was transmitted.
 */
export function sendFailure(error: unknown, handedOver: boolean): ChannelError {
  if (ChannelError.is(error)) return error
  const failure = (error ?? {}) as SmtpFailure
  const {
    responseCode,
    response = '',
    command = '',
  } = failure.responseCode === undefined && failure.rejectedErrors?.[0] ? failure.rejectedErrors[0] : failure
  if (responseCode === undefined || responseCode < 400) return connectFailure(error, handedOver)
  const status = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(response)?.[0]
  const said = saidBy(response)
  const code = status ?? String(responseCode)
  if (responseCode === 421 || responseCode < 500)
    return new ChannelError({ kind: 'rateLimited', code, message: said, certain: true, retryAfterMs: laterMs })
  if (failure.code === 'EAUTH')
    return new Trouble('smtp.login', { kind: 'auth', code, message: said, certain: true }, { cause: error })
  const kind =
    byStatus.find(([pattern]) => status !== undefined && pattern.test(status))?.[1] ??
    (command.startsWith('RCPT') ? byRecipientCode : byMessageCode)[responseCode] ??
    'unsupported'
  return command.startsWith('MAIL') && kind !== 'auth' && kind !== 'tooLarge'
    ? new Trouble('from.mismatch', { kind: 'blocked', code, message: said, certain: true }, { cause: error })
    : new ChannelError({ kind, code, message: said, certain: true })
}

/** A line that did not come about, or broke. */
export function connectFailure(error: unknown, handedOver = false): ChannelError {
  if (ChannelError.is(error)) return error
  const failure = (error ?? {}) as SmtpFailure
  const code = failure.cause?.code ?? failure.code ?? 'SMTP'
  const isTls = failure.code === 'ETLS' || isTlsFailure(code) || isTlsFailure(failure.code ?? '')
  const step: Step = isTls ? 'smtp.tls' : failure.code === 'EAUTH' ? 'smtp.login' : 'smtp.connect'
  const kind = failure.code === 'EAUTH' && (failure.responseCode ?? 500) >= 500 ? 'auth' : 'network'
  const message = isTls
    ? 'the connection cannot be secured'
    : step === 'smtp.login'
      ? (failure.response ?? 'the server of outgoing mail refuses the login').slice(0, 300)
      : 'the server of outgoing mail does not answer as it should'
  return new Trouble(
    step,
    {
      kind,
      code: failure.responseCode === undefined ? code : String(failure.responseCode),
      message,
      certain: !handedOver,
    },
    { cause: error },
  )
}
