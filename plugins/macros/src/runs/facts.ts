import {
  conversationFacts,
  templateSegments,
  type ConversationFacts,
  type SessionContext,
  type Ticket,
} from '@recado/sdk'
import type { Step } from '../macros/step.ts'
import type { PreviewStep } from './run.ts'
import type * as z from 'zod'

/** By the company's clock, in the language of who runs it. */
export const factsOf = async (ticket: Ticket, { core, viewer }: SessionContext): Promise<ConversationFacts> =>
  conversationFacts(ticket, {
    company: await core.company.profile(),
    locale: viewer.locale,
    agent: viewer.name,
    at: new Date(),
  })

/** Text of a step, and its empty variables. */
export function worded(
  step: Step,
  facts: ConversationFacts,
): Pick<z.output<typeof PreviewStep>, 'text' | 'empty' | 'unknown'> {
  if (step.kind !== 'reply' && step.kind !== 'note') return { text: null, empty: [], unknown: [] }
  const segments = templateSegments(step.text, facts)
  const names = (kind: 'empty' | 'unknown'): string[] => [
    ...new Set(segments.filter((segment) => segment.kind === kind).map(({ name }) => name)),
  ]
  return { text: segments.map(({ text }) => text).join(''), empty: names('empty'), unknown: names('unknown') }
}
