import { ImapFlow, type ImapTransport, type SearchObject } from 'imapflow'
import type { Socket } from 'node:net'
import { connect as secured } from 'node:tls'
import type { Account } from '../account/credentials.ts'
import { reached } from '../account/reach.ts'
import { Trouble, type Step } from '../account/trouble.ts'
import { implicitTlsPorts } from '../channel/config.ts'

/**
 * The server is the tenant's choice, so it is trusted with little: it may greet, answer and be silent for so long, and
 * send so much at once. Parts are asked for in pieces that are far smaller.
 */
const bounds = {
  connectionTimeout: 10_000,
  greetingTimeout: 8_000,
  socketTimeout: 90_000,
  maxLineLength: 4_000_000,
  maxLiteralSize: 40_000_000,
  maxResponseSize: 44_000_000,
} as const
/** IDLE begins this long after the last command, and is renewed this often: well below the 29 minutes of RFC 2177. */
const idleDelayMs = 200
const idleMs = 60_000

/**
 * A fresh session, logged in. Call `logout` or `close` on it.
 * @throws Trouble that names the step
 */
export async function connectImap(account: Account, isAgain = false): Promise<ImapFlow> {
  const { ctx } = account
  const { config } = ctx
  const host = hostName(config.imapHost)
  const { user, ...secret } = await account.credentials()
  const secure = config.imapTls && config.imapPort === implicitTlsPorts.imap
  const opening = AbortSignal.any([ctx.signal, AbortSignal.timeout(bounds.connectionTimeout)])
  const socket = await reached('imap', ctx.connect(host, config.imapPort, opening))
  const client = new ImapFlow({
    host,
    port: config.imapPort,
    transport: over(socket),
    secure,
    doSTARTTLS: secure ? undefined : config.imapTls,
    tls: tlsOf(config.certificate, host),
    auth: { user, ...secret },
    logger: false,
    clientInfo: { name: 'Recado' },
    disableBinary: true,
    autoIdleDelay: idleDelayMs,
    maxIdleTime: idleMs,
    ...bounds,
  })
  // An error between commands is noticed by the close.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    client.close()
    const trouble = imapTrouble(error)
    // A token may have been withdrawn before its time; the next one is a new one.
    if (trouble.kind === 'auth' && account.renews() && !isAgain) return connectImap(account, true)
    throw trouble
  }
}

/**
 * The uids that a search finds, in order. The library answers a refused search as if it had found nothing; this throws.
 */
export async function searchUids(client: ImapFlow, query: SearchObject): Promise<number[]> {
  const found = await client.search(query, { uid: true })
  if (!Array.isArray(found))
    throw new Trouble('imap.folder', {
      kind: 'network',
      code: 'SEARCH',
      message: 'the server of incoming mail refuses a search',
      certain: true,
    })
  return found.toSorted((one, other) => one - other)
}

/**
 * Call it where a fetch answered less than was asked for. The library answers a fetch after the connection has ended as
 * if the mail were gone, and a mail would be stored without its text, or be passed over.
 * @throws Trouble when the connection has ended
 */
export function assertConnected({ usable, mailbox }: Pick<ImapFlow, 'usable' | 'mailbox'>): void {
  if (usable && mailbox !== false) return
  const message = 'the connection ended while a mail was read'
  throw new Trouble('imap.connect', { kind: 'network', code: 'CLOSED', message, certain: true })
}

/** The library uses the open connection, and TLS inside it. */
const over = (socket: Socket): ImapTransport => ({
  connect({ secure, host, servername, tls }, onConnect) {
    if (secure) return secured({ ...tls, socket, host, servername }, onConnect)
    setImmediate(onConnect)
    return socket
  },
  upgrade: (socket, { host, servername, tls }, onSecure) => secured({ ...tls, socket, host, servername }, onSecure),
})

/** A host name as it is resolved and certified: without its final dot. */
export const hostName = (host: string): string => host.replace(/\.$/, '')
const isLiteral = (host: string): boolean => /^[\d.]+$|:/.test(host)
/** Names go into the TLS handshake, addresses do not. */
export const tlsOf = (
  certificate: string | undefined,
  host: string,
): { servername?: string; ca?: string; minVersion: 'TLSv1.2' } => ({
  minVersion: 'TLSv1.2',
  ...(!isLiteral(host) && { servername: host }),
  ...(certificate !== undefined && { ca: certificate }),
})

export const isTlsFailure = (code: string): boolean =>
  /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH|EPROTO|ETLS|UPGRADE_TIMEOUT|MissingServerExtension|STARTTLS_INJECTION)/.test(
    code,
  )

interface ImapFailure {
  readonly code?: string
  readonly authenticationFailed?: boolean
  readonly tlsFailed?: boolean
  readonly serverResponseCode?: string
  readonly responseText?: string
  readonly message?: string
  readonly mailboxMissing?: boolean
}

/** Meaning of a failure of the library. It contains no content of a mail, only the server's answer. */
export function imapTrouble(error: unknown, fallback: Step = 'imap.connect'): Trouble {
  if (error instanceof Trouble) return error
  const {
    code = 'IMAP',
    authenticationFailed,
    tlsFailed,
    serverResponseCode,
    responseText,
    mailboxMissing,
  } = (error ?? {}) as ImapFailure
  const message = (responseText ?? '').slice(0, 300)
  if (authenticationFailed === true) {
    const isBusy = /^(UNAVAILABLE|INUSE|LIMIT|OVERQUOTA)$/.test(serverResponseCode ?? '')
    return new Trouble(
      'imap.login',
      {
        kind: isBusy ? 'network' : 'auth',
        code: serverResponseCode ?? 'AUTHENTICATIONFAILED',
        message: message || 'the mailbox refuses the login',
        certain: true,
      },
      { cause: error },
    )
  }
  if (mailboxMissing === true || fallback === 'imap.folder')
    return new Trouble(
      'imap.folder',
      {
        kind: 'notFound',
        code: serverResponseCode ?? 'NONEXISTENT',
        message: message || 'the folder cannot be opened',
        certain: true,
      },
      { cause: error },
    )
  if (tlsFailed === true || isTlsFailure(code))
    return new Trouble(
      'imap.tls',
      { kind: 'network', code, message: 'the connection cannot be secured', certain: true },
      { cause: error },
    )
  return new Trouble(
    fallback,
    {
      kind: 'network',
      code,
      message: message || 'the server of incoming mail does not answer as it should',
      certain: true,
    },
    { cause: error },
  )
}
