import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { ChannelError, type ConnectionContext, type MediaPart } from '@recado/sdk'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { EmailConfig } from '../channel/config.ts'
import { maxMailBytes } from '../channel/capabilities.ts'
import { domainOf, type Person } from '../letter/address.ts'
import { referenceHeader } from '../letter/bounce.ts'
import { answerSubject } from '../thread/subject.ts'
import { trimmed, type ChatMemory } from '../thread/memory.ts'
import { loopHeader, loopMark } from './identity.ts'
import type { MailPlan } from './plan.ts'

/** Headers of a mail beside its content. */
export interface Envelope {
  readonly from: string
  readonly to: string
  /** Others who get it, and who read that they do. */
  readonly cc: readonly Person[]
  /** The subject that its author gave it. */
  readonly subject: string | undefined
  readonly messageId: string
  readonly replyTo: string
  readonly reference: string
  readonly memory: ChatMemory
  readonly answers: string | undefined
  readonly automatic: boolean
}

// oxlint-disable-next-line no-control-regex
const oneLine = (text: string): string => text.replace(/[\x00-\x1f\x7f]+/g, ' ').trim()
/** Every line ends as SMTP wants it, so that no server reads an end of mail into it. */
const lines = (text: string): string => text.replace(/\r\n?|\n/g, '\r\n')

/** The subject of the next mail of a conversation; one that we begin has the configured one. */
export const subjectOf = (
  memory: ChatMemory,
  { subject, fromName }: Pick<EmailConfig, 'subject' | 'fromName'>,
  name: string,
): string =>
  oneLine(
    memory.last !== undefined && memory.subject !== undefined
      ? answerSubject(memory.subject)
      : (subject ?? fromName ?? name),
  ).slice(0, 500)

/**
 * The bytes of a mail: text and HTML, threaded, with its files. It is whole in memory, because the copy for the folder
 * of sent mails is the same; the limit of all files together bounds it.
 */
export async function compose(
  ctx: Pick<ConnectionContext<EmailConfig>, 'config' | 'name' | 'media'>,
  plan: MailPlan,
  { from, to, cc, subject: given, messageId, replyTo, reference, memory, answers, automatic }: Envelope,
): Promise<Buffer> {
  const { config, name } = ctx
  const subject = given === undefined ? subjectOf(memory, config, name) : oneLine(given).slice(0, 500)
  const opened = await Promise.all(plan.files.map((part) => attachment(ctx.media, part)))
  const answered = answers ?? memory.last
  const references = trimmed([...(memory.references ?? []), ...(answered === undefined ? [] : [answered])])
  const mail = new MailComposer({
    from: { name: oneLine(config.fromName ?? name), address: from },
    to: { name: '', address: to },
    cc: cc.map(({ name: called, address }) => ({ name: oneLine(called), address })),
    replyTo: { name: oneLine(config.fromName ?? name), address: replyTo },
    subject,
    messageId: `<${messageId}>`,
    ...(answered !== undefined && {
      inReplyTo: `<${answered}>`,
      references: references.map((id) => `<${id}>`).join(' '),
    }),
    text: lines(plan.text),
    html: lines(`<!doctype html><html><body>${plan.html}</body></html>`),
    textEncoding: 'quoted-printable',
    attachments: [
      ...opened,
      ...(plan.cards === undefined
        ? []
        : [{ filename: 'contacts.vcf', contentType: 'text/vcard; charset=utf-8', content: plan.cards }]),
    ],
    headers: {
      [loopHeader]: loopMark(from),
      [referenceHeader]: reference,
      ...(automatic && { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
    xMailer: false,
  }).compile()
  mail.setHeader('X-Mailer', `Recado (${domainOf(from)})`)
  const bytes = await mail.build()
  if (bytes.length > maxMailBytes * 1.4 + 1_000_000)
    throw new ChannelError({
      kind: 'tooLarge',
      code: 'MAIL_TOO_LARGE',
      message: 'the mail is too large',
      certain: true,
    })
  return bytes
}

async function attachment(media: ConnectionContext<EmailConfig>['media'], part: MediaPart) {
  const { stream, mime, name } = await media.open(part.media)
  const filename = oneLine(part.name ?? name ?? `${part.as}${extensions[mime] ?? ''}`)
    .replace(/[/\\]/g, '_')
    .slice(0, 200)
  return {
    filename,
    contentType: /^[\w.+-]+\/[\w.+-]+$/.test(mime.split(';', 1)[0]!)
      ? mime.split(';', 1)[0]!
      : 'application/octet-stream',
    content: Readable.fromWeb(stream as NodeStream<Uint8Array>),
    contentDisposition: 'attachment' as const,
  }
}

const extensions: Readonly<Record<string, string>> = {
  'audio/ogg': '.ogg',
  'audio/mpeg': '.mp3',
  'image/webp': '.webp',
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'video/mp4': '.mp4',
  'application/pdf': '.pdf',
}
