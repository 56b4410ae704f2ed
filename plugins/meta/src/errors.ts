import { refusalsOf, type PluginErrors } from '@recado/sdk'

/** Refusal codes of the plugin beside core's. */
export const errors = {
  ERR_META_REFUSED: {
    status: 422,
    when: 'Meta refused what was asked of it; `detail` is what it says. Nothing changed there.',
    facts: ['detail'],
  },
  ERR_META_FAILED: {
    status: 502,
    when: 'Meta could not be reached, or gave no answer; it may or may not have acted.',
    facts: ['detail'],
  },
} as const satisfies PluginErrors

/** Refuses with these codes, and with core's. */
export const refusal = refusalsOf(errors)
