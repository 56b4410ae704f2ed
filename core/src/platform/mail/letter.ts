import type { Locale } from '@recado/contracts'
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
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign]!)

/** Puts a letter into words: plain text, and the same as a page. `product` is what the installation calls itself. */
export function writeLetter(
  { kind, name, locale, link }: Letter,
  product: string,
): { subject: string; text: string; html: string } {
  const words = letterWords[kind][locale]
  // A name is what somebody typed into a form: shortened, without line breaks, and without what a mail program makes a
  // link of.
  const called = name
    .replace(/\s+/g, ' ')
    .replace(/https?:\/\/|www\.|[<>]/gi, '')
    .trim()
    .slice(0, 60)
  const filled = (text: string): string =>
    text.replaceAll('{name}', () => called).replaceAll('{product}', () => product)
  const lines = words.lines.map(filled)
  const paragraph = (text: string, style = ''): string =>
    `<p style="margin:0 0 16px;${style}">${escaped(filled(text))}</p>`
  return {
    subject: filled(words.subject).replace(/\s+/g, ' '),
    text: [...lines, `${filled(words.button)}: ${link}`, filled(words.foot)].join('\n\n'),
    html: `<!doctype html><html lang="${locale}"><body style="margin:0;padding:32px 16px;background:#f4f3f1;font:15px/1.5 Inter,Arial,sans-serif;color:#23211e"><div style="max-width:480px;margin:0 auto;padding:32px;background:#fff;border:1px solid #e3e0db;border-radius:10px">${words.lines
      .map((line) => paragraph(line))
      .join(
        '',
      )}<p style="margin:24px 0"><a href="${escaped(link)}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:#0f6460;color:#fff;text-decoration:none;font-weight:600">${escaped(filled(words.button))}</a></p>${paragraph(
      words.foot,
      'color:#6b6660;font-size:13px',
    )}</div></body></html>`,
  }
}
