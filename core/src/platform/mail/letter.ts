import type { LetterTable, Locale, UserLetter } from '@recado/contracts'
import { letterWords, type LetterKind } from './letter-words.ts'

/** A letter before it is put into words. */
export interface Letter {
  readonly kind: LetterKind
  /** The address. */
  readonly to: string
  /** Name of the reader. */
  readonly name: string
  readonly locale: Locale
  /** Target of the button: an address of this installation. */
  readonly link: string
  /** The company, and who of it writes, where the letter names them. */
  readonly company?: string
  readonly inviter?: string
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign]!)

/** A letter in words: its paragraphs, tables below them, a button with its address, and small print. */
interface Written {
  readonly locale: Locale
  readonly subject: string
  readonly lines: readonly string[]
  readonly tables?: readonly LetterTable[]
  readonly button: string
  readonly link: string
  readonly foot: string
}
interface Mail {
  readonly subject: string
  readonly text: string
  readonly html: string
}

const paragraph = (text: string, style = ''): string => `<p style="margin:0 0 16px;${style}">${escaped(text)}</p>`
const bodyStyle = 'margin:0;padding:32px 16px;background:#f4f3f1;font:15px/1.5 Inter,Arial,sans-serif;color:#23211e'
const sheetStyle = 'margin:0 auto;padding:32px;background:#fff;border:1px solid #e3e0db;border-radius:10px'
const buttonStyle =
  'display:inline-block;padding:10px 18px;border-radius:6px;background:#0f6460;color:#fff;text-decoration:none;' +
  'font-weight:600'
const border = 'border-bottom:1px solid #e3e0db;padding:6px 8px'
const cell = (text: string, tag: 'td' | 'th', align: 'left' | 'right'): string =>
  `<${tag}${tag === 'th' ? ' scope="col"' : ''} style="${border};text-align:${align}">${escaped(text)}</${tag}>`
const row = (cells: readonly string[], tag: 'td' | 'th'): string =>
  `<tr>${cells.map((text, at) => cell(text, tag, at === 0 ? 'left' : 'right')).join('')}</tr>`
const tableOf = ({ title, heading, rows }: LetterTable): string =>
  '<table style="width:100%;margin:0 0 24px;border-collapse:collapse;font-size:13px">' +
  `<caption style="padding:0 0 6px;text-align:left;font-weight:600;font-size:15px">${escaped(title)}</caption>` +
  `<thead>${row(heading, 'th')}</thead><tbody>${rows.map((cells) => row(cells, 'td')).join('')}</tbody></table>`
const textOf = ({ title, heading, rows }: LetterTable): string =>
  [
    title,
    ...rows.map((cells) => cells.map((text, at) => (at === 0 ? text : `${heading[at]}: ${text}`)).join(' | ')),
  ].join('\n')

/** Plain text, and the same as a page. */
function written({ locale, subject, lines, tables = [], button, link, foot }: Written): Mail {
  const width = tables.length > 0 ? 720 : 480
  return {
    subject: subject.replace(/\s+/g, ' '),
    text: [...lines, ...tables.map(textOf), `${button}: ${link}`, foot].join('\n\n'),
    html: [
      `<!doctype html><html lang="${locale}"><body style="${bodyStyle}">`,
      `<div style="max-width:${width}px;${sheetStyle}">`,
      ...lines.map((line) => paragraph(line)),
      ...tables.map(tableOf),
      `<p style="margin:24px 0"><a href="${escaped(link)}" style="${buttonStyle}">${escaped(button)}</a></p>`,
      paragraph(foot, 'color:#6b6660;font-size:13px'),
      '</div></body></html>',
    ].join(''),
  }
}

/**
 * A name is what somebody typed into a form: shortened, without line breaks, and without what a mail program makes a
 * link of.
 */
const calledBy = (name: string): string =>
  name
    .replace(/\s+/g, ' ')
    .replace(/https?:\/\/|www\.|[<>]/gi, '')
    .trim()
    .slice(0, 60)

/** Puts a letter into words. `product` is what the installation calls itself. */
export function writeLetter({ kind, name, locale, link, company = '', inviter = '' }: Letter, product: string): Mail {
  const words = letterWords[kind][locale]
  const facts = { name: calledBy(name), company: calledBy(company), inviter: calledBy(inviter), product }
  const filled = (text: string): string =>
    text.replace(/\{(name|company|inviter|product)\}/g, (_whole, fact: keyof typeof facts) => facts[fact])
  return written({
    locale,
    subject: filled(words.subject),
    lines: words.lines.map(filled),
    button: filled(words.button),
    link,
    foot: filled(words.foot),
  })
}

/** A plugin's letter, in the same frame. `link` is the address of its page. */
export const writeUserLetter = (
  { subject, lines, tables = [], button, foot }: UserLetter,
  { locale, link }: { readonly locale: Locale; readonly link: string },
): Mail => written({ locale, subject, lines, tables, button: button.text, link, foot })
