/** What a quick message may say about the conversation it is inserted into. */
export interface VariableFacts {
  /** The contact's whole name, as far as it is known. */
  readonly contactName: string
  readonly agentName: string
  readonly protocol: string
  readonly greeting: string
  /** Where the conversation stands; empty outside of any queue. */
  readonly queue: string
}

const firstName = ({ contactName }: VariableFacts): string => contactName.trim().split(/\s+/u, 1)[0]!

export const variables = {
  name: firstName,
  firstName,
  fullName: ({ contactName }) => contactName.trim(),
  agent: ({ agentName }) => agentName,
  protocol: ({ protocol }) => protocol,
  greeting: ({ greeting }) => greeting,
  queue: ({ queue }) => queue,
} as const satisfies Record<string, (facts: VariableFacts) => string>
export const variableNames = Object.keys(variables) as (keyof typeof variables)[]

/**
 * Puts facts in the place of `{{name}}` and its kin. One pass: what a fact itself contains is never read as a variable.
 * A name nobody knows stays as it was written, so that the agent sees it before the customer does.
 */
export const render = (template: string, facts: VariableFacts): string =>
  template.replace(/\{\{\s*(\w{1,40})\s*\}\}/g, (whole, name: string) => (Object.hasOwn(variables, name) ? variables[name as keyof typeof variables](facts) : whole))

export type DayPart = 'morning' | 'afternoon' | 'evening'
/** By the agent's own clock: before noon, before six, after. The small hours belong to the night before. */
export const dayPart = (at: Date): DayPart => {
  const hour = at.getHours()
  return hour < 5 ? 'evening' : hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening'
}
