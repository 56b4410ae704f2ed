import { refusalsOf, type PluginErrors } from '@recado/sdk'

/** Refusal codes of the plugin beside core's. */
export const errors = {
  ERR_GIFS: { status: 502, when: 'The GIFs could not be loaded or sent (S8-174).' },
  ERR_GIFS_KEY: { status: 409, when: 'The company has no key of its GIF provider, or the provider refuses it.' },
  ERR_GIFS_BUSY: {
    status: 429,
    when: 'The GIF provider wants no more questions for now; `retryAfterSeconds` says for how long.',
    facts: ['retryAfterSeconds'],
  },
} as const satisfies PluginErrors

/** Refuses with these codes, and with core's. */
export const refusal = refusalsOf(errors)
