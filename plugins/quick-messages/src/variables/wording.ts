import type { ConversationFacts } from '@recado/sdk'
import type { Variable } from './variable.ts'
import type { BuiltInName } from './variables.ts'

/* Filling in of a message for one conversation. Free of any library: the composer imports it. */

/** Values of the names; an empty text is one that is unknown here. */
export type VariableFacts = Readonly<Record<string, string>>

/** Values of names in a conversation: the common ones, and the company's own with their value or the agent's answer. */
export function factsWith(
  { name, fullName, agent, protocol, queue, date, time, greeting }: ConversationFacts & { readonly greeting: string },
  own: readonly Pick<Variable, 'key' | 'value'>[],
  answers: Readonly<Record<string, string>> = {},
): VariableFacts {
  const builtIn: Record<BuiltInName, string> = {
    name,
    firstName: name,
    fullName,
    agent,
    protocol,
    queue,
    greeting,
    date,
    time,
  }
  return { ...builtIn, ...Object.fromEntries(own.map(({ key, value }) => [key, value ?? answers[key]?.trim() ?? ''])) }
}
