import type { AutomationSubject, ConditionSpec } from '@recado/sdk'
import * as z from 'zod'

/** Condition on the author of the last message: the contact, who waits for an answer, or the company. */
export const lastWord = {
  icon: 'message-circle',
  input: z.object({ from: z.enum(['contact', 'company']).default('contact') }),
} satisfies ConditionSpec

export const hasLastWord = (
  { from }: z.output<typeof lastWord.input>,
  { ticket }: Pick<AutomationSubject, 'ticket'>,
): boolean => ticket.lastMessageAt !== null && ticket.lastMessageFromMe === (from === 'company')
