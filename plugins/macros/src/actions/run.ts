import type { ActionSpec } from '@recado/sdk'
import * as z from 'zod'

/** Has a macro for everybody done by a rule or a flow. */
export const run = {
  icon: 'workflow',
  by: ['automation'],
  input: z.object({ macro: z.uuid().meta({ choices: '/choices' }) }),
} satisfies ActionSpec
