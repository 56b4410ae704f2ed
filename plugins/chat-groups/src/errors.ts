import { refusalsOf, type PluginErrors } from '@recado/sdk'

/** Refusal codes of the plugin beside core's. */
export const errors = {
  ERR_GROUP_ACTION: {
    status: 422,
    when: 'The act on a group was not possible: no right in the group, or the group is gone (S8-171).',
  },
  ERR_GROUP_FULL: { status: 422, when: 'The group has as many members as the provider allows.' },
  ERR_GROUP_OFFLINE: { status: 503, when: 'The channel of the group is not connected.' },
  ERR_GROUP_TOO_FAST: { status: 429, when: 'The provider wants groups to be changed less often.' },
  ERR_GROUP_REFUSED: { status: 502, when: 'The provider refused the change, or did not answer in time.' },
} as const satisfies PluginErrors

/** Refuses with these codes, and with core's. */
export const refusal = refusalsOf(errors)
