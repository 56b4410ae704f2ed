import { ChannelError, type ChannelErrorKind, type ChannelErrorShape } from '@recado/sdk'
import { certainlyRefused, kindOfStatus, retryAfter } from '@recado/sdk/server'
import * as z from 'zod'

const words = z.string().default('').catch('')

/** An error in an answer, in a status and in a webhook's `errors`: always the same fields. */
export const GraphError = z.object({
  code: z.coerce.number().int(),
  title: words,
  message: words,
  error_subcode: z.int().optional().catch(undefined),
  error_data: z.object({ details: words }).default({ details: '' }).catch({ details: '' }),
  // Set for templates, in the language of the account: the change that their author has to make.
  error_user_title: words,
  error_user_msg: words,
})
export type GraphError = z.output<typeof GraphError>
export const GraphFailure = z.object({ error: GraphError })
/** 360dialog's own refusals, of a key or of unpaid invoices. */
const GatewayFailure = z.object({
  meta: z.object({ developer_message: words }).optional().catch(undefined),
  detail: words,
  message: words,
})

/**
 * Meta's code table (support/error-codes, May 2026), by what has to be done: `rateLimited`, `network` and `provider`
 * are tried again, everything else waits for a person. Codes that are not here go by the HTTP status.
 */
const kinds: ReadonlyMap<number, ChannelErrorKind> = new Map(
  Object.entries({
    auth: [0, 190, 3, 10, 200, 33, 131005, 131031, 131042, 131045, 131037, 131063, 133010, 368],
    rateLimited: [4, 80007, 130429, 131056, 133016],
    invalidRecipient: [131021, 131026, 131030],
    windowClosed: [131047],
    blocked: [130403, 130472, 130497, 131048, 131049, 131050, 131064, 138006],
    unsupported: [
      100, 131008, 131009, 131051, 131053, 132000, 132001, 132005, 132007, 132012, 132015, 132016, 132068, 135000,
    ],
    notFound: [131052],
    provider: [1, 2, 131000, 131016, 131057, 132069, 133004, 2_494_100],
  } satisfies Partial<Record<ChannelErrorKind, number[]>>).flatMap(([kind, codes]) =>
    codes.map((code) => [code, kind as ChannelErrorKind] as const),
  ),
)

/** Waits if the provider names no time: the advice of its pages. */
const waits: ReadonlyMap<number, number> = new Map([
  [4, 60_000],
  [80007, 60_000],
  [130429, 1_000],
  [131056, 6_000],
  [133016, 3_600_000],
  [131057, 60_000],
])

/** An object that does not exist, or not for this token. */
const noSuchObject = 33

/** The sentence of the provider that says most: its details, with the title before them where it adds something. */
export function sentenceOf({ title, message, error_data, error_user_title, error_user_msg }: GraphError): string {
  const details = error_data.details || error_user_msg
  const heading = (title || error_user_title || message).replace(/^\(#\d+\)\s*/, '')
  const whole = details === '' || details === heading ? heading : heading === '' ? details : `${heading}: ${details}`
  return whole.slice(0, 300) || 'refused'
}

const kindOf = (error: GraphError, status: number): ChannelErrorKind =>
  (error.code === 100 && error.error_subcode === noSuchObject ? 'notFound' : kinds.get(error.code)) ??
  kindOfStatus(status)

/**
 * Meaning of a refused request. 503 is answered before any work; any other 5xx may come after it, so the message may
 * have been sent.
 */
export function refusalOf(response: Pick<Response, 'status' | 'headers'>, answer: unknown): ChannelError {
  const { status } = response
  const certain = certainlyRefused(status)
  const { data } = GraphFailure.safeParse(answer)
  const advised = data && waits.get(data.error.code)
  const retry = { ...(advised !== undefined && { retryAfterMs: advised }), ...retryAfter(response) }
  if (data)
    return new ChannelError({
      kind: kindOf(data.error, status),
      code: String(data.error.code),
      message: sentenceOf(data.error),
      certain,
      ...retry,
    })
  const gateway = GatewayFailure.safeParse(answer).data
  const said =
    gateway?.meta?.developer_message || gateway?.detail || gateway?.message || 'the provider refuses the request'
  return new ChannelError({
    kind: kindOfStatus(status),
    code: String(status),
    message: said.slice(0, 300),
    certain,
    ...retry,
  })
}

/** Meaning of a failure in a status or a webhook. The message certainly did not arrive. */
export function failureOf(error: GraphError): ChannelErrorShape {
  return {
    kind: kinds.get(error.code) ?? 'provider',
    code: String(error.code),
    message: sentenceOf(error),
    certain: true,
  }
}
