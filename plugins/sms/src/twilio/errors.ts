import { ChannelError, type ChannelErrorKind, type ChannelErrorShape } from '@recado/sdk'
import { certainlyRefused, kindOfStatus, retryAfter } from '@recado/sdk/server'
import * as z from 'zod'

/** Twilio's codes, of refusals and of receipts alike. The HTTP status decides for other ones. */
const kinds: ReadonlyMap<number, ChannelErrorKind> = new Map(
  Object.entries({
    auth: [20003, 20005, 20008, 20403, 21212, 21603, 21606, 21659, 21660, 21701, 21703, 21705, 30002, 30034],
    rateLimited: [14107, 20429, 21611, 30001, 30022, 63038],
    invalidRecipient: [21211, 21214, 21217, 21265, 21604, 21614, 30005, 30006, 60200],
    blocked: [21408, 21610, 21612, 30004, 30007, 30032],
    unsupported: [21602, 21619, 21620, 30011],
    tooLarge: [21605, 21617],
    provider: [30003, 30008],
  } satisfies Partial<Record<ChannelErrorKind, number[]>>).flatMap(([kind, codes]) =>
    codes.map((code) => [code, kind as ChannelErrorKind] as const),
  ),
)

const words: ReadonlyMap<number, string> = new Map([
  [21211, 'the number is not valid'],
  [21408, 'the account may not send to this region'],
  [21610, 'the recipient has opted out'],
  [21614, 'the number is no mobile number'],
  [30003, 'the phone cannot be reached'],
  [30004, 'the message was blocked'],
  [30005, 'the number is unknown'],
  [30006, 'a landline, or an operator that cannot be reached'],
  [30007, 'filtered by the operator'],
  [30008, 'unknown error of the operator'],
])

export const Refusal = z.object({
  code: z.int().optional().catch(undefined),
  message: z.string().default('').catch(''),
})

/** Meaning of a refused request. */
export function refusalOf(response: Pick<Response, 'status' | 'headers'>, answer: unknown): ChannelError {
  const { code, message } = Refusal.safeParse(answer).data ?? { code: undefined, message: '' }
  return new ChannelError({
    kind: (code === undefined ? undefined : kinds.get(code)) ?? kindOfStatus(response.status),
    code: String(code ?? response.status),
    message: message.slice(0, 300) || 'Twilio refuses the request',
    certain: certainlyRefused(response.status),
    ...retryAfter(response),
  })
}

/** Meaning of a receipt for a message that did not arrive. */
export function deliveryFailure(errorCode: string | undefined): ChannelErrorShape {
  const code = Number(errorCode)
  return {
    kind: kinds.get(code) ?? 'provider',
    code: errorCode ?? 'UNDELIVERED',
    message: words.get(code) ?? 'not delivered',
    certain: true,
  }
}
