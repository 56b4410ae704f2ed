import { ChannelError } from '@recado/contracts'

/**
 * Answer of a channel's `check` after a refusal of its provider: step `token` for a refused sign-in, `reach` for all
 * else; their texts are `check.token` and `check.reach` of the plugin. Rethrows any error that is no ChannelError: that
 * is a fault, and no answer.
 */
export function failedCheck(error: unknown): { ok: false; step: 'token' | 'reach'; error: ChannelError } {
  if (!ChannelError.is(error)) throw error
  return { ok: false, step: error.kind === 'auth' ? 'token' : 'reach', error }
}
