import { defineEvent } from '@recado/sdk'
import * as z from 'zod'
import { surveyKinds } from '../survey/kind.ts'

/** `nps.answered.v1`: a contact gave a valid grade. */
export const Answered = defineEvent(
  'nps.answered.v1',
  z
    .object({
      requestId: z.uuid(),
      surveyId: z.uuid(),
      kind: z.enum(surveyKinds),
      ticketId: z.uuid(),
      contactId: z.uuid(),
      grade: z.int(),
      highest: z.int(),
    })
    .describe('A contact graded a conversation; a comment, if there is one, comes later and has no event.'),
)
