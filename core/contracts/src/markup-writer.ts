import { parseMarkup, type MarkupBlock, type MarkupInline } from './markup.ts'

/** How one dialect writes what was marked. Each function is given content that is already written. */
export interface MarkupWriter {
  text(text: string): string
  strong(content: string): string
  emphasis(content: string): string
  struck(content: string): string
  code(text: string): string
  pre(text: string): string
  link(content: string, href: string): string
  /** Quoted lines that follow each other. */
  quote(lines: readonly string[]): string
  /** One item, with its number in a list that has numbers; without the line break that follows. */
  item(content: string, marker: string | undefined): string
  readonly lineBreak: string
}

/** Writes marked text in another dialect: a channel's, or plain words. */
export function writeMarkup(written: string, writer: MarkupWriter): string {
  return parseMarkup(written)
    .map((block) => writtenBlock(block, writer))
    .join(writer.lineBreak)
}

function writtenBlock(block: MarkupBlock, writer: MarkupWriter): string {
  switch (block.kind) {
    case 'pre':
      return writer.pre(block.text)
    case 'list':
      return block.items
        .map(({ content, marker }) => writer.item(writtenLine(content, writer), marker))
        .join(writer.lineBreak)
    case 'quote':
      return writer.quote(block.lines.map((line) => writtenLine(line, writer)))
    case 'lines':
      return block.lines.map((line) => writtenLine(line, writer)).join(writer.lineBreak)
  }
}

const writtenLine = (line: readonly MarkupInline[], writer: MarkupWriter): string =>
  line
    .map((piece) => {
      switch (piece.kind) {
        case 'text':
        case 'code':
          return writer[piece.kind](piece.text)
        case 'link':
          return writer.link(writtenLine(piece.content, writer), piece.href)
        case 'strong':
        case 'emphasis':
        case 'struck':
          return writer[piece.kind](writtenLine(piece.content, writer))
      }
    })
    .join('')

const same = (text: string): string => text

const words: MarkupWriter = {
  text: same,
  strong: same,
  emphasis: same,
  struck: same,
  code: same,
  pre: same,
  link: (content, href) => (content === href ? href : `${content} (${href})`),
  quote: (lines) => lines.join('\n'),
  item: (content, marker) => (marker === undefined ? `- ${content}` : `${marker}. ${content}`),
  lineBreak: '\n',
}

/** What somebody marked, without the marks: for previews, searches, notifications and channels that have none. */
export const wordsOfMarkup = (written: string): string => writeMarkup(written, words)
