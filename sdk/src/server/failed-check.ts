import { ChannelError } from '@recado/contracts'

/**
 * What `check` of a channel answers when its provider refused: step `token` for a refused sign-in, `reach` for all
 * else; their words are `check.token` and `check.reach` of the plugin. Throws on what is no ChannelError: that is a
 * fault, and no answer.
 */
export function failedCheck(error: unknown): { ok: false; step: 'token' | 'reach'; error: ChannelError } {
  if (!ChannelError.is(error)) throw error
  return { ok: false, step: error.kind === 'auth' ? 'token' : 'reach', error }
}
