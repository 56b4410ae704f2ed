/* Texts with variables between double braces. Free of any library: screens and servers fill in the same way. */

/**
 * A piece of a text: as it was written, filled in, known but empty, or an unknown name. `name` is the variable's, empty
 * for written text.
 */
export interface TemplateSegment {
  readonly kind: 'written' | 'filled' | 'empty' | 'unknown'
  readonly text: string
  readonly name: string
}

const pattern = /\{\{\s*(\w{1,40})\s*\}\}/g

/**
 * Replaces `{{name}}` and the other variables by facts; an empty fact is one that is unknown here. One pass: the
 * content of a fact is never read as a variable. An unknown name stays as it was written, so that the agent sees it
 * before the customer does.
 */
export function templateSegments(template: string, facts: Readonly<Record<string, string>>): TemplateSegment[] {
  const segments: TemplateSegment[] = []
  let end = 0
  const written = (text: string): void => {
    if (text !== '') segments.push({ kind: 'written', text, name: '' })
  }
  for (const match of template.matchAll(pattern)) {
    const name = match[1]!
    written(template.slice(end, match.index))
    end = match.index + match[0].length
    if (!Object.hasOwn(facts, name)) segments.push({ kind: 'unknown', text: match[0], name })
    else segments.push({ kind: facts[name] === '' ? 'empty' : 'filled', text: facts[name]!, name })
  }
  written(template.slice(end))
  return segments
}

/** The text as it is sent. */
export const fillTemplate = (template: string, facts: Readonly<Record<string, string>>): string =>
  templateSegments(template, facts)
    .map(({ text }) => text)
    .join('')

/** Names of variables in these texts, each once, in their order. */
export const templateNames = (templates: readonly string[]): string[] => [
  ...new Set(templates.flatMap((template) => [...template.matchAll(pattern)].map((match) => match[1]!))),
]
