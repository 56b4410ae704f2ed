import * as z from 'zod'
import { conversationVariables } from './conversation-facts.ts'
import { templateNames } from './text-template.ts'

const known: readonly string[] = conversationVariables

/**
 * A text of so many characters at most that is filled in when nobody is looking, for the input of an action: a variable
 * that nobody knows would be read as it was typed, and is refused. Forms show several lines.
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
