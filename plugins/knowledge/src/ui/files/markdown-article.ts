import { baseName, titleOf, type FileArticle } from './file-article.ts'

const firstHeading = /^[ \t]*#[ \t]+(.+?)[ \t]*#*[ \t]*$/m

/**
 * The first heading of a Markdown text is its title and leaves the text; without one the title is what the file calls
 * itself (`ownTitle`), else its name.
 */
export function markdownArticle(name: string, text: string, ownTitle = ''): FileArticle {
  const heading = firstHeading.exec(text)
  if (!heading) return { title: titleOf(ownTitle, titleOf(baseName(name), name)), body: text.trim() }
  const body = text.slice(0, heading.index) + text.slice(heading.index + heading[0].length)
  return { title: titleOf(heading[1]!, name), body: body.trim() }
}
