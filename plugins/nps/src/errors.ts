import { refusalsOf, type PluginErrors } from '@recado/sdk'

/** Refusal codes of the plugin beside core's. */
export const errors = {
  ERR_NO_SURVEY_FOUND: { status: 404, when: 'The company has no such survey.' },
  ERR_SURVEY_EXISTS: { status: 409, when: 'A survey of this name already exists.' },
  ERR_SURVEY_LIMIT: {
    status: 409,
    when: 'The company has as many surveys as it may; `limit` says how many.',
    facts: ['limit'],
  },
} as const satisfies PluginErrors

/** Refuses with these codes, and with core's. */
export const refusal = refusalsOf(errors)
