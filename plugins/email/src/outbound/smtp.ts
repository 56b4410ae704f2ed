import { Readable } from 'node:stream'
import type { RefusedRecipient } from '@recado/sdk'
import SMTPConnection, { type SMTPConnectionAuth } from 'nodemailer/lib/smtp-connection'
import type { Account } from '../account/credentials.ts'
import { reached } from '../account/reach.ts'
import { Trouble } from '../account/trouble.ts'
import { implicitTlsPorts } from '../channel/config.ts'
import { domainOf } from '../letter/address.ts'
import { hostName, tlsOf } from '../mailbox/imap.ts'
import { connectFailure, saidBy, sendFailure } from './failure.ts'

/** Less in all than core waits for a sending. */
const bounds = {
  connectionTimeout: 6_000,
  greetingTimeout: 6_000,
  socketTimeout: 15_000,
  maxResponseSize: 65_536,
} as const

/**
 * A line to the server of outgoing mail, logged in. Close it.
 * @throws Trouble that names the step
 */
async function connect(account: Account, from: string, signal: AbortSignal, isAgain = false): Promise<SMTPConnection> {
  const { ctx } = account
  const { config } = ctx
  const host = hostName(config.smtpHost)
  const credentials = await account.credentials()
  const secure = config.smtpTls && config.smtpPort === implicitTlsPorts.smtp
  const opening = AbortSignal.any([ctx.signal, signal, AbortSignal.timeout(bounds.connectionTimeout)])
  const socket = await reached('smtp', ctx.connect(host, config.smtpPort, opening))
  const connection = new SMTPConnection({
    connection: socket,
    host,
    port: config.smtpPort,
    secure,
    requireTLS: config.smtpTls && !secure,
    ignoreTLS: !config.smtpTls,
    tls: tlsOf(config.certificate, host),
    name: domainOf(from),
    logger: false,
    ...bounds,
  })
  signal.addEventListener('abort', () => connection.close(), { once: true })
  try {
    await step((done, fail) => {
      connection.once('error', fail)
      connection.once('end', () => fail(new Error('closed')))
      connection.connect((error?: Error | null) => (error ? fail(error) : done()))
    })
    const auth = 'pass' in credentials ? { credentials } : { method: 'XOAUTH2', oauth2: tokenBearer(credentials) }
    await step((done, fail) =>
      connection.login({ user: credentials.user, ...auth }, (error?: Error | null) => (error ? fail(error) : done())),
    )
    // From here on errors reach the sending itself.
    connection.on('error', () => undefined)
    return connection
  } catch (error) {
    connection.close()
    const trouble = connectFailure(error)
    if (trouble.kind === 'auth' && account.renews() && !isAgain) return connect(account, from, signal, true)
    throw trouble
  }
}

/**
 * Token provider for the library, in the form of both Google and Microsoft:
 * developers.google.com/gmail/imap/xoauth2-protocol. A refused token is not offered again.
 */
const tokenBearer = ({ user, accessToken }: { readonly user: string; readonly accessToken: string }) =>
  ({
    getToken: (isAgain: boolean, answer: (error: Error | null, token?: string) => void) =>
      isAgain
        ? answer(Object.assign(new Error('the access token was refused'), { responseCode: 535 }))
        : answer(null, accessToken),
    buildXOAuth2Token: (token: string) =>
      Buffer.from(`user=${user}\u0001auth=Bearer ${token}\u0001\u0001`).toString('base64'),
  }) as unknown as NonNullable<SMTPConnectionAuth['oauth2']>

const step = (work: (done: () => void, fail: (error: Error) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => work(resolve, reject))

/**
 * Logs in and asks whether the mailbox may write from its address, by beginning a mail to itself and hanging up before
 * there is any: without its end no server takes a mail in.
 * @throws Trouble `from.mismatch` and the steps of connecting
 */
export async function tryOut(account: Account, from: string, signal: AbortSignal): Promise<void> {
  const connection = await connect(account, from, signal)
  try {
    await step((done, fail) => {
      connection.once('end', () => fail(new Error('closed')))
      // The server asks for the mail: it has taken the sender.
      connection.send({ from, to: [from] }, new Readable({ read: () => done() }), (error: Error | null | undefined) =>
        error ? fail(error) : done(),
      )
    })
  } catch (error) {
    const failure = sendFailure(error, false)
    if (failure instanceof Trouble && failure.step === 'from.mismatch') throw failure
  } finally {
    connection.close()
  }
}

/**
 * Transmits one mail to the contact, who is named first, and to the others who get it. Answers whom of the others the
 * server refused while it took the mail.
 * @throws ChannelError whose `certain` tells whether the server can have taken it; one for the contact, too
 */
export async function handOver(
  account: Account,
  from: string,
  recipients: readonly [string, ...string[]],
  mail: Buffer,
  signal: AbortSignal,
): Promise<RefusedRecipient[]> {
  const connection = await connect(account, from, signal)
  let refused: RefusedRecipient[] = []
  let handedOver = false
  // Read only once the server has asked for the mail; until then nothing can have been sent.
  const body = Readable.from(
    (function* () {
      handedOver = true
      yield mail
    })(),
    { objectMode: false, highWaterMark: 65_536 },
  )
  try {
    await step((done, fail) => {
      connection.once('end', () => fail(new Error('closed')))
      connection.once('error', fail)
      connection.send({ from, to: [...recipients], size: mail.length }, body, (error, info) => {
        const refusals = info?.rejectedErrors ?? []
        const ofContact = refusals.find(({ recipient }) => recipient === recipients[0])
        if (error ?? ofContact) return fail((error ?? ofContact)!)
        refused = refusals.map(({ recipient = '', response = '' }) => ({ address: recipient, said: saidBy(response) }))
        done()
      })
    })
    connection.quit()
    return refused
  } catch (error) {
    connection.close()
    throw sendFailure(error, handedOver)
  }
}
