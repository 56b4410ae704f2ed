import { refusalsOf, type PluginErrors } from '@recado/sdk'

/** Refusal codes of the plugin beside core's. */
export const errors = {
  ERR_CHATWOOT_TOKEN_NOT_FOUND: { status: 404, when: 'The access token does not exist.' },
  ERR_CHATWOOT_TOKEN_LIMIT: {
    status: 409,
    when: 'The company has as many access tokens as it may; `limit` says how many.',
    facts: ['limit'],
  },
} as const satisfies PluginErrors

/** Refuses with these codes, and with core's. */
export const refusal = refusalsOf(errors)
