import { longestTitle, type FileArticle } from './file-article.ts'

/** Places where a text is cut, the best first: before a heading, between paragraphs, lines, words. */
const seams = [/\n(?=#{1,6} )/g, /\n{2,}/g, /\n/g, / /g]

/** Last place within `longest` where `text` may be cut, and where the rest begins. */
function seamOf(text: string, longest: number): { readonly end: number; readonly next: number } {
  for (const seam of seams) {
    const found = [...text.slice(0, longest + 1).matchAll(seam)].findLast(({ index }) => index > 0 && index <= longest)
    if (found) return { end: found.index, next: found.index + found[0].length }
  }
  const isInside = /[\uD800-\uDBFF]$/.test(text.slice(0, longest))
  const end = isInside ? longest - 1 : longest
  return { end, next: end }
}

/** A text in pieces of at most `longest` characters, cut where it hurts least. */
export function piecesOf(text: string, longest: number): string[] {
  const pieces: string[] = []
  let rest = text
  while (rest.length > longest) {
    const { end, next } = seamOf(rest, longest)
    pieces.push(rest.slice(0, end))
    rest = rest.slice(next)
  }
  return [...pieces, rest]
}

/** An article that is too long as several, numbered in their titles; any other one as it is. */
export function partsOf(article: FileArticle, longest: number): FileArticle[] {
  const pieces = piecesOf(article.body, longest)
  if (pieces.length === 1) return [article]
  return pieces.map((body, at) => {
    const number = ` (${at + 1}/${pieces.length})`
    return { ...article, title: `${article.title.slice(0, longestTitle - number.length)}${number}`, body }
  })
}
