/* Variables of texts that a provider approves. Free of any library: servers and screens both use it. */

const variablePattern = /\{\{\s*([^{}]*?)\s*\}\}/g

/** The variables of an approved text in the order of their first appearance, each once, without their braces. */
export const variablesIn = (text: string): string[] => [
  ...new Set(Array.from(text.matchAll(variablePattern), ([, name]) => name!)),
]

/**
 * Replaces the variables of an approved text by values, once: the content of a value is never read as a variable. One
 * without a value stays visible.
 */
export const fillVariables = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(variablePattern, (whole, name: string) =>
    Object.hasOwn(values, name) && values[name] !== '' ? values[name]! : whole,
  )

/** An approved text cut at its variables, for showing them apart from the words around them. */
export function variablePieces(text: string): readonly { readonly text: string; readonly variable?: string }[] {
  const pieces: { text: string; variable?: string }[] = []
  let at = 0
  for (const match of text.matchAll(variablePattern)) {
    if (match.index > at) pieces.push({ text: text.slice(at, match.index) })
    pieces.push({ text: match[0], variable: match[1]! })
    at = match.index + match[0].length
  }
  if (at < text.length) pieces.push({ text: text.slice(at) })
  return pieces
}
