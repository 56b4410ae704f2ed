import { ChannelError, wordsOfMarkup, type MediaPart, type Part } from '@recado/sdk'
import { maxAttachmentBytes, maxMailBytes } from '../channel/capabilities.ts'
import { escapeHtml } from '../letter/sanitise.ts'
import { writeCards } from '@recado/sdk/server'
import { htmlOfMarkdown } from './markdown.ts'

/** A mail's content before any file is opened. */
export interface MailPlan {
  readonly text: string
  readonly html: string
  readonly files: readonly MediaPart[]
  readonly cards: string | undefined
}

interface Block {
  readonly text: string
  readonly html: string
}
const block = (text: string): Block => ({ text, html: escapeHtml(text).replace(/\n/g, '<br>\n') })

const refused = (kind: 'unsupported' | 'tooLarge', code: string, message: string): ChannelError =>
  new ChannelError({ kind, code, message, certain: true })

/**
 * Content of a mail for these parts, as text and as HTML, with the company's signature below. Pure.
 * @throws ChannelError `unsupported` for parts that a mail cannot contain, `tooLarge` beyond 10 MB per file and 30 MB
 * in all
 */
export function planOf(parts: readonly Part[], signature: string | undefined): MailPlan {
  const blocks = parts.flatMap(blocksOf)
  const files = parts.filter((part): part is MediaPart => part.kind === 'media')
  const people = parts.flatMap((part) => (part.kind === 'contacts' ? part.contacts : []))
  if (files.some(({ bytes = 0 }) => bytes > maxAttachmentBytes))
    throw refused('tooLarge', 'ATTACHMENT_TOO_LARGE', `a file is larger than ${maxAttachmentBytes / 1e6} MB`)
  if (files.reduce((sum, { bytes = 0 }) => sum + bytes, 0) > maxMailBytes)
    throw refused('tooLarge', 'MAIL_TOO_LARGE', `the files together are larger than ${maxMailBytes / 1e6} MB`)
  if (blocks.length === 0 && files.length === 0) throw refused('unsupported', 'EMPTY', 'there is nothing to send')
  const said = blocks.filter(({ text }) => text.trim() !== '')
  const signed = signature === undefined || signature.trim() === '' ? undefined : block(signature.trim())
  return {
    files,
    cards: people.length === 0 ? undefined : writeCards(people),
    text: [...said.map(({ text }) => text), ...(signed ? [`-- \n${signed.text}`] : [])].join('\n\n'),
    html: [
      ...said.map(({ html }) => `<div>${html}</div>`),
      ...(signed ? [`<div style="color:#666">-- <br>\n${signed.html}</div>`] : []),
    ].join('\n<br>\n'),
  }
}

function blocksOf(part: Part): Block[] {
  switch (part.kind) {
    case 'text':
      return [
        part.format === 'markdown'
          ? { text: wordsOfMarkup(part.text), html: htmlOfMarkdown(part.text) }
          : block(part.text),
      ]
    case 'html':
      return [block(part.text)]
    case 'media':
      return part.caption === undefined ? [] : [block(part.caption)]
    case 'location': {
      const label = [part.name, part.address].filter(Boolean).join(', ')
      const href = `https://www.openstreetmap.org/?mlat=${part.lat}&mlon=${part.lng}#map=17/${part.lat}/${part.lng}`
      return [
        {
          text: [label, `geo:${part.lat},${part.lng}`, href].filter(Boolean).join('\n'),
          html:
            `${label === '' ? '' : `${escapeHtml(label)}<br>\n`}<a href="${escapeHtml(href)}">` +
            `geo:${part.lat},${part.lng}</a>`,
        },
      ]
    }
    case 'contacts':
      return [block(part.contacts.map(({ name, phones }) => [name, ...phones].join(' ')).join('\n'))]
    case 'interactive':
      return [
        block(
          [
            part.body,
            ...[...(part.buttons ?? []), ...(part.list ?? [])].map(
              ({ label, hint }) => `• ${label}${hint === undefined ? '' : ` (${hint})`}`,
            ),
          ].join('\n'),
        ),
      ]
    case 'interactiveReply':
      return [block(part.label)]
    case 'letterHead':
      return []
    case 'template':
    case 'poll':
    case 'pendingMedia':
    case 'unsupported':
      throw refused('unsupported', 'UNSUPPORTED', `a part of kind ${part.kind} cannot be sent`)
  }
}
