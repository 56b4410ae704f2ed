import { refusalsOf, type PluginErrors } from '@recado/sdk'

/** Refusal codes of the plugin beside core's. */
export const errors = {
  ERR_PROVIDER_REFUSED: {
    status: 422,
    when: 'The provider refused what was asked of it; `detail` is what it says. Nothing changed there.',
    facts: ['detail', 'retryAfterSeconds'],
  },
  ERR_PROVIDER_FAILED: {
    status: 502,
    when: 'The provider could not be reached, or gave no answer; it may or may not have acted.',
    facts: ['detail', 'retryAfterSeconds'],
  },
} as const satisfies PluginErrors

/** Refuses with these codes, and with core's. */
export const refusal = refusalsOf(errors)
