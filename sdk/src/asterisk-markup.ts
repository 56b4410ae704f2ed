import { writeMarkup, type MarkupWriter } from '@recado/contracts'

const asterisks: MarkupWriter = {
  text: (text) => text,
  strong: (content) => `*${content}*`,
  emphasis: (content) => `_${content}_`,
  struck: (content) => `~${content}~`,
  code: (text) => `\`${text}\``,
  pre: (text) => `\`\`\`${text}\`\`\``,
  link: (content, href) => (content === href ? href : `${content} (${href})`),
  quote: (lines) => lines.map((line) => `> ${line}`).join('\n'),
  item: (content, marker) => (marker === undefined ? `- ${content}` : `${marker}. ${content}`),
  lineBreak: '\n',
}

/**
 * Marked text as WhatsApp and some others write it, for adapters: *bold*, _italic_, ~struck~, `code`; of a link its
 * label and its address.
 */
export const toAsteriskMarkup = (written: string): string => writeMarkup(written, asterisks)
