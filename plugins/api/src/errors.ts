import { refusalsOf, type PluginErrors } from '@recado/sdk'

/** Refusal codes of the plugin beside core's. */
export const errors = {
  ERR_API_CONFIG_EXISTS: { status: 409, when: 'An API configuration of this name already exists.' },
  ERR_API_CONFIG_LIMIT: {
    status: 409,
    when: 'The company has as many API configurations as it may; `limit` says how many.',
    facts: ['limit'],
  },
  ERR_API_CONFIG_INACTIVE: { status: 403, when: 'The API configuration is switched off.' },
  ERR_API_SCOPE: {
    status: 403,
    when: 'The API configuration does not allow this call; `detail` names what is missing.',
    facts: ['detail'],
  },
  ERR_API_MEDIA_URL: {
    status: 422,
    when: 'The file at `mediaUrl` cannot be had; `detail` says why.',
    facts: ['detail'],
  },
} as const satisfies PluginErrors

/** Refuses with these codes, and with core's. */
export const refusal = refusalsOf(errors)
