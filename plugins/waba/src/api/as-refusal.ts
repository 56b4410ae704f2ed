import { ChannelError } from '@recado/sdk'
import { refusal } from '../errors.ts'

/**
 * A failure of the provider in the catalogue's words, for people who wait: ERR_PROVIDER_REFUSED with the provider's
 * sentence, ERR_PROVIDER_FAILED where it gave no answer. Anything else stays what it is.
 */
export function asRefusal(error: unknown): unknown {
  if (!ChannelError.is(error)) return error
  const code = error.certain && error.kind !== 'network' ? 'ERR_PROVIDER_REFUSED' : 'ERR_PROVIDER_FAILED'
  return refusal(
    code,
    {
      detail: error.message,
      ...(error.retryAfterMs !== undefined && { retryAfterSeconds: Math.ceil(error.retryAfterMs / 1_000) }),
    },
    { cause: error },
  )
}
