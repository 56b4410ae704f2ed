import type { AutomationSubject, ConditionSpec } from '@recado/sdk'
import * as z from 'zod'
import { folded, stands } from './folded.ts'

/**
 * Condition: the current message contains these words, or is nothing but one of them. Captions and names of files count
 * too.
 */
export const text = {
  icon: 'message-square-text',
  about: 'message',
  input: z.object({
    words: z.array(z.string().trim().min(1).max(100)).min(1).max(50),
    test: z.enum(['any', 'all', 'is']).default('any'),
    wholeWords: z.boolean().default(true),
  }),
} satisfies ConditionSpec

/** From the first letter to the last one: `Sim!` is `sim`. */
const core = /[\p{L}\p{N}].*[\p{L}\p{N}]|[\p{L}\p{N}]/su
/** Signs around an answer say nothing, unless it has nothing else. */
const bare = (said: string): string => core.exec(said)?.[0] ?? said

export function saysText(
  { words, test, wholeWords }: z.output<typeof text.input>,
  { message }: Pick<AutomationSubject, 'message'>,
): boolean {
  if (message === null) return false
  const said = folded(message.body)
  const phrases = words.map(folded)
  switch (test) {
    case 'any':
      return phrases.some((phrase) => stands(phrase, said, wholeWords))
    case 'all':
      return phrases.every((phrase) => stands(phrase, said, wholeWords))
    case 'is':
      return phrases.some((phrase) => bare(phrase) === bare(said))
  }
}
