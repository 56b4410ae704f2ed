import { refusalsOf, type PluginErrors } from '@recado/sdk'

/** What is refused beside core's codes. */
export const errors = {
  ERR_STICKERS: { status: 502, when: 'The stickers could not be loaded, kept or sent (S8-173).', facts: ['limit'] },
} as const satisfies PluginErrors

/** Refuses with these codes, and with core's. */
export const refusal = refusalsOf(errors)
