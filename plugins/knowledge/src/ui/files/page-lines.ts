/** A piece of text where it stands on a page, as pdf.js reads it. */
export interface PlacedText {
  readonly str: string
  /** Matrix of the text; the last two numbers are where it begins, from the left and from below. */
  readonly transform: readonly number[]
  readonly width: number
  readonly height: number
  /** Nothing of the line follows. */
  readonly hasEOL: boolean
}

/** A line of a page. */
export interface PageLine {
  readonly text: string
  /** Height of its letters, in points, as of what it has most of. */
  readonly size: number
  /** From below, in points. */
  readonly y: number
  readonly page: number
  /** In the upper or lower tenth of the page, where running heads and page numbers stand. */
  readonly isAtEdge: boolean
}

interface Open {
  text: string
  y: number
  end: number
  readonly letters: Map<number, number>
}

const sizeOf = ({ height, transform }: PlacedText): number =>
  Math.round((height || Math.hypot(transform[2] ?? 0, transform[3] ?? 0)) * 2) / 2

/** The pieces of a page of this height as lines, in the order in which the page writes them. */
export function linesOf(pieces: readonly PlacedText[], page: number, height: number): PageLine[] {
  const lines: PageLine[] = []
  let open: Open | undefined
  const close = (): void => {
    const text = open?.text.replaceAll(/\s+/g, ' ').trim() ?? ''
    if (open && text !== '') {
      const [size] = [...open.letters].reduce((most, entry) => (entry[1] > most[1] ? entry : most))
      lines.push({ text, size, y: open.y, page, isAtEdge: open.y > height * 0.9 || open.y < height * 0.1 })
    }
    open = undefined
  }
  for (const piece of pieces) {
    const [x = 0, y = 0] = piece.transform.slice(4)
    const size = sizeOf(piece)
    if (open && piece.str.trim() !== '' && Math.abs(open.y - y) > Math.max(size, 1) / 2) close()
    if (piece.str !== '') {
      open ??= { text: '', y, end: x, letters: new Map() }
      if (x - open.end > size / 6) open.text += ' '
      open.text += piece.str
      open.end = x + piece.width
      if (piece.str.trim() !== '') open.letters.set(size, (open.letters.get(size) ?? 0) + piece.str.length)
    }
    if (piece.hasEOL) close()
  }
  close()
  return lines
}

/** A line that stands at the same height of many pages, its numbers aside: a running head, or a page's number. */
const placeOf = ({ text, y }: PageLine): string => `${Math.round(y / 4)} ${text.replaceAll(/\d+/g, '#')}`

/** Lines without those at the edges that most pages repeat. */
export function withoutRunningHeads(lines: readonly PageLine[], pages: number): PageLine[] {
  const seenOn = new Map<string, Set<number>>()
  for (const line of lines.filter(({ isAtEdge }) => isAtEdge)) {
    const place = placeOf(line)
    seenOn.set(place, (seenOn.get(place) ?? new Set()).add(line.page))
  }
  return lines.filter((line) => {
    const times = seenOn.get(placeOf(line))?.size ?? 0
    return !line.isAtEdge || times < 3 || times * 2 < pages
  })
}
