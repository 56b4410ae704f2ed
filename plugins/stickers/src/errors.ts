import { refusalsOf, type PluginErrors } from '@recado/sdk'

/** Refusal codes of the plugin beside core's. */
export const errors = {
  ERR_STICKERS: { status: 502, when: 'The stickers could not be loaded, kept or sent (S8-173).', facts: ['limit'] },
} as const satisfies PluginErrors

/** Refuses with these codes, and with core's. */
export const refusal = refusalsOf(errors)
