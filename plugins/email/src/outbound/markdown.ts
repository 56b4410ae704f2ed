import { writeMarkup, type MarkupWriter } from '@recado/sdk'
import { escapeHtml } from '../letter/sanitise.ts'

const bare = /(?<![\w"=>/])(https?:\/\/[^\s<>"]{1,2000}[^\s<>".,;:!?)])/g

const html: MarkupWriter = {
  text: (text) => escapeHtml(text).replace(bare, (address) => `<a href="${address}">${address}</a>`),
  strong: (content) => `<b>${content}</b>`,
  emphasis: (content) => `<i>${content}</i>`,
  struck: (content) => `<s>${content}</s>`,
  code: (text) => `<code>${escapeHtml(text)}</code>`,
  pre: (text) => `<pre>${escapeHtml(text)}</pre>`,
  link: (content, href) => `<a href="${escapeHtml(href)}">${content}</a>`,
  quote: (lines) => `<blockquote>${lines.join('<br>\n')}</blockquote>`,
  item: (content, marker) => `${marker === undefined ? '•' : `${marker}.`} ${content}`,
  lineBreak: '<br>\n',
}

/** What an agent marked as HTML. All other text stays as it was written. */
export const htmlOfMarkdown = (written: string): string => writeMarkup(written, html)
