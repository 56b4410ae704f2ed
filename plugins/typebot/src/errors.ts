import type { PluginErrors } from '@recado/sdk'

/** Refusal codes of the plugin beside core's. */
export const errors = {
  ERR_TYPEBOT_TEST_FAILED: {
    status: 422,
    when: 'The stored database of Typebot did not answer; why is not said.',
  },
} as const satisfies PluginErrors
