import { refusalsOf, type PluginErrors } from '@recado/sdk'

/** Refusal codes of the plugin beside core's. */
export const errors = {
  ERR_NO_BOT_FOUND: { status: 404, when: 'No such bot.' },
  ERR_BOT_EXISTS: { status: 409, when: 'The company has a bot of this name already.' },
  ERR_NO_BOT_PROVIDER_FOUND: { status: 422, when: 'No plugin of the company speaks with bots of this kind.' },
} as const satisfies PluginErrors

/** Refuses with these codes, and with core's. */
export const refusal = refusalsOf(errors)
