import { ChannelError, type ChannelErrorKind } from '@recado/sdk'
import { certainlyRefused, kindOfStatus, retryAfter } from '@recado/sdk/server'
import * as z from 'zod'

const words = z.string().default('').catch('')

/** The error in an answer of the Graph API. */
export const GraphFailure = z.object({
  error: z.object({
    code: z.coerce.number().int(),
    error_subcode: z.coerce.number().int().optional().catch(undefined),
    message: words,
    error_user_msg: words,
  }),
})

/**
 * Meta's code table (Messenger Platform, error codes, March 2026), by what has to be done. Codes that are not here go
 * by the HTTP status.
 */
const kinds: ReadonlyMap<number, ChannelErrorKind> = new Map(
  Object.entries({
    auth: [3, 102, 190, 200],
    rateLimited: [4, 17, 32, 341, 613, 80006],
    invalidRecipient: [551],
    unsupported: [100],
    provider: [1, 2, 1200],
  } satisfies Partial<Record<ChannelErrorKind, number[]>>).flatMap(([kind, codes]) =>
    codes.map((code) => [code, kind as ChannelErrorKind] as const),
  ),
)
/** Where the subcode says more than the code. */
const kindsBySubcode: ReadonlyMap<number, ChannelErrorKind> = new Map([
  [2_018_278, 'windowClosed'],
  [2_534_022, 'windowClosed'],
  [2_018_001, 'invalidRecipient'],
  [2_018_108, 'blocked'],
  [1_545_041, 'blocked'],
  [1_893_063, 'blocked'],
  // Another app, or Meta itself, answers this conversation now.
  [2_018_300, 'blocked'],
  [2_018_321, 'blocked'],
  [2_534_037, 'blocked'],
  [2_018_047, 'unsupported'],
  [33, 'notFound'],
])
/** The permission is missing, or the window is closed; where no subcode says which, the sentence does. */
const permission = 10
const waits: ReadonlyMap<number, number> = new Map([
  [4, 60_000],
  [32, 60_000],
  [80006, 60_000],
  [613, 1_000],
])

function kindOf(code: number, subcode: number | undefined, message: string, status: number): ChannelErrorKind {
  const known = subcode === undefined ? undefined : kindsBySubcode.get(subcode)
  if (known) return known
  if (code === permission) return /window/i.test(message) ? 'windowClosed' : 'auth'
  return kinds.get(code) ?? kindOfStatus(status)
}

/** Meaning of a refused request. */
export function refusalOf(response: Pick<Response, 'status' | 'headers'>, answer: unknown): ChannelError {
  const { status } = response
  const { data } = GraphFailure.safeParse(answer)
  if (!data)
    return new ChannelError({
      kind: kindOfStatus(status),
      code: String(status),
      message: 'Meta refuses the request',
      certain: certainlyRefused(status),
      ...retryAfter(response),
    })
  const { code, error_subcode: subcode, message, error_user_msg: advice } = data.error
  const advised = waits.get(code)
  return new ChannelError({
    kind: kindOf(code, subcode, message, status),
    code: subcode === undefined ? String(code) : `${code}/${subcode}`,
    message: (message.replace(/^\(#\d+\)\s*/, '') || advice || 'refused').slice(0, 300),
    certain: certainlyRefused(status),
    ...(advised !== undefined && { retryAfterMs: advised }),
    ...retryAfter(response),
  })
}
