import { writeMarkup, type MarkupWriter } from '@recado/sdk'

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The elements that Telegram knows: https://core.telegram.org/bots/api#html-style */
const html: MarkupWriter = {
  text: escaped,
  strong: (content) => `<b>${content}</b>`,
  emphasis: (content) => `<i>${content}</i>`,
  struck: (content) => `<s>${content}</s>`,
  code: (text) => `<code>${escaped(text)}</code>`,
  pre: (text) => `<pre>${escaped(text)}</pre>`,
  link: (content, href) => `<a href="${escaped(href).replaceAll('"', '&quot;')}">${content}</a>`,
  quote: (lines) => `<blockquote>${lines.join('\n')}</blockquote>`,
  item: (content, marker) => `${marker === undefined ? '•' : `${marker}.`} ${content}`,
  lineBreak: '\n',
}

/** Marked text as Telegram's HTML. Everything that is no mark is text, and escaped. */
export const toHtml = (written: string): string => writeMarkup(written, html)
