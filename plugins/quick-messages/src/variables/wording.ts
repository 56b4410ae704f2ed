import type { ConversationFacts } from '@recado/sdk'
import type { Variable } from './variable.ts'
import type { BuiltInName } from './variables.ts'

/* How a message is worded for one conversation. Free of any library: the composer carries it. */

/** What each name stands for; an empty text is something that is not known here. */
export type VariableFacts = Readonly<Record<string, string>>

/**
 * What names stand for in a conversation: those for everybody, and the company's own with their value or what was
 * answered for them.
 */
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
