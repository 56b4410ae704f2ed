import { templateSegments, type SessionContext, type Ticket } from '@recado/sdk'
import type { VariableName } from '../macros/limits.ts'
import type { Step } from '../macros/step.ts'
import type { PreviewStep } from './run.ts'
import type * as z from 'zod'

/** What a reply or a note can say about its conversation. */
export type VariableFacts = Readonly<Record<VariableName, string>>

/** By the company's clock, in the language of who runs it. */
export async function factsOf(ticket: Ticket, { core, viewer }: SessionContext, now = new Date()): Promise<VariableFacts> {
  const { name: company, timeZone } = await core.company.profile()
  const written = (options: Intl.DateTimeFormatOptions): string => new Intl.DateTimeFormat(viewer.locale, { ...options, timeZone }).format(now)
  const fullName = ticket.name.trim()
  return {
    name: fullName.split(/\s+/u, 1)[0]!, fullName, agent: viewer.name, protocol: ticket.protocol, queue: ticket.queue ?? '', company,
    date: written({ dateStyle: 'short' }), time: written({ timeStyle: 'short' }),
  }
}

/** What a step would say, and which of its variables say nothing. */
export function worded(step: Step, facts: VariableFacts): Pick<z.output<typeof PreviewStep>, 'text' | 'empty' | 'unknown'> {
  if (step.kind !== 'reply' && step.kind !== 'note') return { text: null, empty: [], unknown: [] }
  const segments = templateSegments(step.text, facts)
  const names = (kind: 'empty' | 'unknown'): string[] => [...new Set(segments.filter((segment) => segment.kind === kind).map(({ name }) => name))]
  return { text: segments.map(({ text }) => text).join(''), empty: names('empty'), unknown: names('unknown') }
}
