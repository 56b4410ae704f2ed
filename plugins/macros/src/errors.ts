import { refusalsOf, type PluginErrors } from '@recado/sdk'

/** Refusal codes of the plugin beside core's. */
export const errors = {
  ERR_NO_MACRO_FOUND: { status: 404, when: 'No such macro, or it is not for this user.' },
  ERR_MACRO_EXISTS: { status: 409, when: 'A macro of this name already exists, for everybody or for this user.' },
  ERR_MACRO_LIMIT: {
    status: 409,
    when: 'The company has as many macros as it may; `limit` says how many.',
    facts: ['limit'],
  },
  ERR_MACRO_RUNNING: { status: 409, when: 'This run of a macro is under way already.' },
} as const satisfies PluginErrors

/** Refuses with these codes, and with core's. */
export const refusal = refusalsOf(errors)
