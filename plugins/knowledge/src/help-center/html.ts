const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
// What neither HTML nor XML may hold, escaped or not.
const unwritable = /(?![\t\n])\p{Cc}|[\p{Cs}\ufffe\uffff]/gu

/** Text as it stands in an element or in a quoted attribute, in HTML and in XML. */
export const escaped = (text: string): string =>
  text.replace(unwritable, '').replace(/[&<>"']/g, (character) => entities[character]!)

/** Markup that may be written as it is. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** What a place of {@link markup} takes: text is escaped; lists are written one after the other, null and false not. */
export type Piece = Html | string | number | null | false | readonly Piece[]

/** Markup with values: every value that is not markup itself is escaped. Attributes stand in double quotes. */
export const markup = (parts: TemplateStringsArray, ...values: readonly Piece[]): Html =>
  new Html(parts.reduce((written, part, at) => written + textOf(values[at - 1]!) + part))

function textOf(value: Piece): string {
  if (value === null || value === false) return ''
  if (value instanceof Html) return value.text
  return typeof value === 'object' ? value.map(textOf).join('') : escaped(String(value))
}
