import { refusalsOf, type PluginErrors } from '@recado/sdk'

/** Refusal codes of the plugin beside core's; the first two as the specification spells them (S8-054, S8-055). */
export const errors = {
  ERR_NO_FAST_REPLY_FOUND: { status: 404, when: 'No such quick message, or it is not for this user.' },
  ERR_FAST_REPLY_EXISTS: { status: 409, when: 'A quick message with this key already exists in the same scope.' },
  ERR_FAST_REPLY_ASKS: {
    status: 422,
    when:
      'A quick message that is sent with nobody at the editor has variables that only a person can fill in, or ' +
      'that nobody knows; `detail` names them.',
    facts: ['detail'],
  },
} as const satisfies PluginErrors

/** Refuses with these codes, and with core's. */
export const refusal = refusalsOf(errors)
