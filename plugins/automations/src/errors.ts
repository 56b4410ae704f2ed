import { refusalsOf, type PluginErrors } from '@recado/sdk'

/** Refusal codes of the plugin beside core's. */
export const errors = {
  ERR_NO_RULE_FOUND: { status: 404, when: 'No such rule of automation in this company.' },
  ERR_RULE_EXISTS: { status: 409, when: 'Another rule of automation of this company has this name.' },
  ERR_RULE_LIMIT: {
    status: 409,
    when: 'The company has as many rules of automation as it may; `limit` says how many.',
    facts: ['limit'],
  },
} as const satisfies PluginErrors

/** Refuses with these codes, and with core's. */
export const refusal = refusalsOf(errors)
