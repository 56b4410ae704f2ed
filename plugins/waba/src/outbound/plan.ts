import { ChannelError, splitText, toAsteriskMarkup, type MediaId, type MediaPart, type Part } from '@recado/sdk'
import { maxCaption, maxText } from '../channel/capabilities.ts'
import { messageComponents } from '../templates/message-components.ts'
import { interactiveContent, numberedText } from './interactive.ts'

type Json = Readonly<Record<string, unknown>>
/** A stored file as the provider knows it once it has been uploaded. */
export interface Uploaded {
  readonly id: string
  readonly mime: string
  readonly name: string | undefined
}
/** One message of the Cloud API. `file` is uploaded first; `content` then makes the message's own field of it. */
export interface Step {
  readonly type: string
  readonly file?: { readonly media: MediaId; readonly name?: string | undefined }
  content(file: Uploaded | undefined): Json | readonly Json[]
}

export interface PlanOptions {
  readonly listButton: string
}

/**
 * The messages that send these parts, in order. Pure.
 * @throws ChannelError `unsupported` for what WhatsApp cannot say
 */
export const planOf = (parts: readonly Part[], options: PlanOptions): Step[] =>
  parts.flatMap((part) => stepsOf(part, options))

function stepsOf(part: Part, { listButton }: PlanOptions): Step[] {
  switch (part.kind) {
    case 'text':
      return textSteps(part.format === 'markdown' ? toAsteriskMarkup(part.text) : part.text)
    case 'html':
      return textSteps(part.text)
    case 'media':
      return mediaSteps(part)
    case 'location':
      return [
        plain('location', {
          latitude: part.lat,
          longitude: part.lng,
          ...(part.name !== undefined && { name: part.name }),
          ...(part.address !== undefined && { address: part.address }),
        }),
      ]
    case 'contacts':
      return [
        plain(
          'contacts',
          part.contacts.map(({ name, phones, emails = [], organisation }) => ({
            name: { formatted_name: name, first_name: name },
            phones: phones.map(phoneOf),
            ...(emails.length > 0 && { emails: emails.map((email) => ({ email })) }),
            ...(organisation !== undefined && { org: { company: organisation } }),
          })),
        ),
      ]
    case 'interactive': {
      const content = interactiveContent(part, listButton)
      return content ? [plain('interactive', content)] : textSteps(numberedText(part))
    }
    case 'interactiveReply':
      return textSteps(part.label)
    case 'template':
      return [templateStep(part)]
    case 'letterHead':
    case 'poll':
    case 'pendingMedia':
    case 'unsupported':
      throw new ChannelError({
        kind: 'unsupported',
        code: 'UNSUPPORTED',
        message: `a part of kind ${part.kind} cannot be sent`,
        certain: true,
      })
  }
}

const plain = (type: string, content: Json | readonly Json[]): Step => ({ type, content: () => content })

const textSteps = (text: string): Step[] =>
  splitText(text, maxText).map((piece) => plain('text', { body: piece, preview_url: /https?:\/\//.test(piece) }))

/** With the id of its account a number can be written to by a tap. */
function phoneOf(phone: string): Json {
  const digits = phone.replace(/\D/g, '')
  return { phone, type: 'CELL', ...(phone.startsWith('+') && digits !== '' && { wa_id: digits }) }
}

/** Audio and stickers have no caption; a text for one follows as a message. */
const captioned = new Set<MediaPart['as']>(['image', 'video', 'document'])

function mediaSteps(part: MediaPart): Step[] {
  const type = part.as === 'voice' ? 'audio' : part.as
  const isCaption = part.caption !== undefined && captioned.has(part.as) && [...part.caption].length <= maxCaption
  const step: Step = {
    type,
    file: { media: part.media, name: part.name },
    content: (file) => ({
      id: file!.id,
      ...(isCaption && { caption: part.caption }),
      ...(part.as === 'document' && { filename: part.name ?? file!.name ?? 'file' }),
      // Ogg with opus alone is drawn as a voice note; any other stays a playable file.
      ...(part.as === 'voice' && isOgg(file!.mime) && { voice: true }),
    }),
  }
  return isCaption || part.caption === undefined || part.as === 'sticker' ? [step] : [step, ...textSteps(part.caption)]
}

const isOgg = (mime: string): boolean => /^audio\/(ogg|opus)\b/.test(mime)

function templateStep({ name, language, vars, header }: Extract<Part, { kind: 'template' }>): Step {
  return {
    type: 'template',
    ...(header !== undefined && { file: { media: header } }),
    content(file) {
      const components = messageComponents(vars, file && { kind: headerKind(file.mime), id: file.id, name: file.name })
      return { name, language: { code: language }, ...(components.length > 0 && { components }) }
    },
  }
}

const headerKind = (mime: string): 'image' | 'video' | 'document' =>
  mime.startsWith('image/') ? 'image' : mime.startsWith('video/') ? 'video' : 'document'
