import { randomBytes, randomUUID } from 'node:crypto'

/** What a mail of a simulated person consists of. */
export interface Letter {
  readonly from: string
  readonly to: string
  readonly subject?: string
  readonly text?: string
  readonly html?: string
  readonly files?: readonly {
    readonly name: string
    readonly mime: string
    readonly bytes: Uint8Array
    readonly cid?: string
  }[]
  readonly messageId?: string
  readonly inReplyTo?: string
  readonly references?: readonly string[]
  readonly date?: Date
  readonly headers?: Readonly<Record<string, string>>
}

const latin = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')
const ascii = /^[\x20-\x7e]*$/
const word = (text: string): string => (ascii.test(text) ? text : `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`)
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replace(/.{76}/g, '$&\r\n')
const boundary = (): string => `b-${randomBytes(9).toString('hex')}`
export const newMessageId = (domain = 'cliente.test'): string => `${randomUUID()}@${domain}`

/** The bytes of a mail as latin1, as a mail program writes it. */
export function writeLetter(letter: Letter): { raw: string; messageId: string } {
  const {
    from,
    to,
    subject = '',
    text = '',
    html,
    files = [],
    messageId = newMessageId(),
    inReplyTo,
    references = [],
    date = new Date(),
    headers = {},
  } = letter
  const fields = [
    `From: ${person(from)}`,
    `To: ${person(to)}`,
    `Subject: ${word(subject)}`,
    `Message-ID: <${messageId}>`,
    `Date: ${date.toUTCString().replace('GMT', '+0000')}`,
    'MIME-Version: 1.0',
    ...(inReplyTo === undefined ? [] : [`In-Reply-To: <${inReplyTo}>`]),
    ...(references.length === 0 ? [] : [`References: ${references.map((id) => `<${id}>`).join('\r\n ')}`]),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ]
  return { messageId, raw: `${fields.join('\r\n')}\r\n${bodyOf(text, html, files)}` }
}

/** `Ana Souza <ana@x.test>`, its name encoded where it has to be. */
function person(written: string): string {
  const [, name, address] = /^(.*?)\s*<([^<>]+)>$/.exec(written) ?? []
  return address === undefined ? written : `${word(name!)} <${address}>`
}

const textPart = (kind: 'plain' | 'html', text: string): string =>
  `Content-Type: text/${kind}; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n` +
  `${latin(text.replace(/\r?\n/g, '\r\n'))}\r\n`
const multipart = (kind: string, parts: readonly string[]): string => {
  const mark = boundary()
  return (
    `Content-Type: multipart/${kind}; boundary="${mark}"\r\n\r\n` +
    `${parts.map((part) => `--${mark}\r\n${part}`).join('\r\n')}\r\n--${mark}--\r\n`
  )
}
const filePart = ({ name, mime, bytes, cid }: NonNullable<Letter['files']>[number]): string =>
  `Content-Type: ${mime}; name="${word(name)}"\r\nContent-Transfer-Encoding: base64\r\n` +
  `Content-Disposition: ${cid === undefined ? 'attachment' : 'inline'}; filename="${word(name)}"\r\n` +
  `${cid === undefined ? '' : `Content-ID: <${cid}>\r\n`}\r\n${base64(bytes)}\r\n`

function bodyOf(text: string, html: string | undefined, files: NonNullable<Letter['files']>): string {
  const written =
    html === undefined
      ? textPart('plain', text)
      : multipart('alternative', [textPart('plain', text), textPart('html', html)])
  const inline = files.filter(({ cid }) => cid !== undefined)
  const attached = files.filter(({ cid }) => cid === undefined)
  const related = inline.length === 0 ? written : multipart('related', [written, ...inline.map(filePart)])
  return attached.length === 0 ? related : multipart('mixed', [related, ...attached.map(filePart)])
}

/** What a server says of a mail; `returned` is the header of the mail that it brings back. */
export interface DeliveryFacts {
  readonly action?: 'failed' | 'delayed' | 'delivered' | 'relayed' | 'expanded'
  readonly status?: string
  readonly diagnostic?: string
  readonly returned?: (header: string) => string
}

/** What comes back for a mail that cannot be delivered, or that was (RFC 3464). */
export function writeBounce({
  to,
  recipient,
  original,
  action = 'failed',
  status = '5.1.1',
  diagnostic = '550 5.1.1 User unknown',
  returned = (header) => header,
}: { to: string; recipient: string; original: string } & DeliveryFacts): string {
  const header = returned(original.slice(0, original.indexOf('\r\n\r\n')))
  const report = multipart('report; report-type=delivery-status', [
    textPart('plain', `Delivery to the following recipient: ${action}\n\n  ${recipient}`),
    'Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.destino.test\r\n\r\n' +
      `Final-Recipient: rfc822; ${recipient}\r\nAction: ${action}\r\nStatus: ${status}\r\n` +
      `Remote-MTA: dns; mx.destino.test\r\nDiagnostic-Code: smtp; ${diagnostic}\r\n`,
    `Content-Type: text/rfc822-headers\r\n\r\n${header}\r\n`,
  ])
  return (
    `Return-Path: <>\r\nFrom: Mail Delivery System <mailer-daemon@mx.destino.test>\r\nTo: ${to}\r\n` +
    `Subject: Undelivered Mail Returned to Sender\r\nMessage-ID: <${newMessageId('mx.destino.test')}>\r\n` +
    `Date: ${new Date().toUTCString().replace('GMT', '+0000')}\r\nAuto-Submitted: auto-replied\r\n` +
    `MIME-Version: 1.0\r\n${report}`
  )
}

/** What a mail program sends once its person was shown a mail (RFC 8098). */
export function writeReadReceipt({ to, from, originalId }: { to: string; from: string; originalId: string }): string {
  const report = multipart('report; report-type=disposition-notification', [
    textPart('plain', 'A sua mensagem foi lida.'),
    `Content-Type: message/disposition-notification\r\n\r\nFinal-Recipient: rfc822; ${from}\r\n` +
      `Original-Message-ID: <${originalId}>\r\nDisposition: manual-action/MDN-sent-manually; displayed\r\n`,
  ])
  return (
    `From: ${person(from)}\r\nTo: ${to}\r\nSubject: Lida: resposta\r\nMessage-ID: <${newMessageId()}>\r\n` +
    `Date: ${new Date().toUTCString().replace('GMT', '+0000')}\r\nMIME-Version: 1.0\r\n${report}`
  )
}
