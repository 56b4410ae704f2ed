import * as z from 'zod'
import type { TrialOutcome } from './routes.ts'

/** Where Typebot is found, and what may be asked there. */
export interface TypebotAccess {
  readonly url: string
  readonly token: string
  readonly fetch: typeof fetch
}

const Preview = z.object({ sessionId: z.string(), messages: z.array(z.unknown()) })
const outcomes: Readonly<Record<number, TrialOutcome>> = { 401: 'refused', 403: 'refused', 404: 'missing' }

/** Starts a preview, which Typebot keeps no results of, and counts the messages with which the bot begins. */
export async function startPreview(
  { url, token, fetch }: TypebotAccess,
  typebotId: string,
): Promise<{ outcome: TrialOutcome; messages: number }> {
  const nothing = (outcome: TrialOutcome) => ({ outcome, messages: 0 })
  try {
    const answer = await fetch(`${url.replace(/\/+$/, '')}/api/v1/typebots/${typebotId}/preview/startChat`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ isStreamEnabled: false, textBubbleContentFormat: 'markdown' }),
    })
    if (!answer.ok) return nothing(outcomes[answer.status] ?? 'unreachable')
    const preview = Preview.parse(await answer.json())
    return { outcome: 'started', messages: preview.messages.length }
  } catch {
    // A closed port, a name without an address and a page instead of JSON are the same to who tries.
    return nothing('unreachable')
  }
}
