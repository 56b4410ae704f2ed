/* What a quick message may say about the conversation it is inserted into. Free of any library: the composer carries it. */

export const maxVariables = 50
export const maxLabelLength = 80
export const maxValueLength = 500
/** A name that can stand between the braces. */
export const variablePattern = /^[A-Za-z][A-Za-z0-9_]{0,39}$/

/** Names that are there for everybody. */
export const builtInNames = { name: true, firstName: true, fullName: true, agent: true, protocol: true, greeting: true, queue: true, date: true, time: true } as const
export type BuiltInName = keyof typeof builtInNames

/** What each name stands for; an empty text is something that is not known here. */
export type VariableFacts = Readonly<Record<string, string>>

/** A piece of a text: as it was written, filled in, known but empty, or a name that nobody knows. */
export interface Segment { readonly kind: 'written' | 'filled' | 'empty' | 'unknown'; readonly text: string; readonly name: string }

const pattern = /\{\{\s*(\w{1,40})\s*\}\}/g

/**
 * Puts facts in the place of `{{name}}` and its kin. One pass: what a fact itself contains is never read as a variable.
 * A name nobody knows stays as it was written, so that the agent sees it before the customer does.
 */
export function segmentsOf(template: string, facts: VariableFacts): Segment[] {
  const segments: Segment[] = []
  let end = 0
  const written = (text: string): void => { if (text !== '') segments.push({ kind: 'written', text, name: '' }) }
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
export const render = (template: string, facts: VariableFacts): string => segmentsOf(template, facts).map(({ text }) => text).join('')

/** Names that stand in these texts, each once, in their order. */
export const namesIn = (templates: readonly string[]): string[] => [...new Set(templates.flatMap((template) => [...template.matchAll(pattern)].map((match) => match[1]!)))]

export type DayPart = 'morning' | 'afternoon' | 'evening'
/** By the clock of a time zone: before noon, before six, after. The small hours belong to the night before. */
export const dayPart = (at: Date, timeZone: string): DayPart => {
  const hour = Number(new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(at))
  return hour < 5 ? 'evening' : hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening'
}
