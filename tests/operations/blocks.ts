import { codeOf, read } from '../docs/documents.ts'

/**
 * The one block of a page of docs/operations with these words in it, as it is written.
 * @throws Error when no block has them, or several have
 */
export function block(page: string, words: string): string {
  const found = codeOf(read(`docs/operations/${page}`)).filter(({ code }) => code.includes(words))
  if (found.length !== 1) throw new Error(`${found.length} blocks of ${page} have "${words}" in them`)
  return found[0]!.code
}

/**
 * The text with names of this machine in place of the page's.
 * @throws Error when one of the page's is not there
 */
export function renamed(text: string, names: Readonly<Record<string, string>>): string {
  return Object.entries(names).reduce((rest, [old, name]) => {
    if (!rest.includes(old)) throw new Error(`"${old}" is not in:\n${text}`)
    return rest.replaceAll(old, name)
  }, text)
}
