import * as z from 'zod'
import { conversationVariables } from './conversation-facts.ts'
import { templateNames } from './text-template.ts'

const known: readonly string[] = conversationVariables

/**
 * A text of at most so many characters that is filled in unattended, for the input of an action: an unknown variable
 * would be sent as it was typed, and is refused. Forms show several lines.
 */
export const conversationText = (max: number): z.ZodString =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((text) => templateNames([text]).every((name) => known.includes(name)), {
      error: `knows these variables: ${known.join(', ')}`,
    })
    .meta({ widget: 'text' })
