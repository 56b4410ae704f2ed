import { defineRoute } from '@recado/sdk'
import * as z from 'zod'

/**
 * What became of a trial. `unset`: no address or no token is stored; `refused`: Typebot does not take the token;
 * `missing`: it has no such bot; `unreachable`: nothing answered, or something that is no Typebot.
 */
export const TrialOutcome = z.enum(['started', 'unset', 'refused', 'missing', 'unreachable'])
export type TrialOutcome = z.infer<typeof TrialOutcome>

export const routes = {
  try: defineRoute({
    method: 'POST',
    path: '/trials',
    summary: 'Starts a preview of a bot at the Typebot of the installation, and says whether it answered',
    access: { kind: 'session', permission: 'typebot.try' },
    tier: 'plus',
    rate: 'auth',
    body: z.object({ typebotId: z.string().regex(/^[\w-]{1,100}$/) }).strict(),
    response: z.object({ outcome: TrialOutcome, messages: z.int() }),
  }),
}
