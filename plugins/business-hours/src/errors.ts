import { refusalsOf, type PluginErrors } from '@recado/sdk'

/** Refusal codes of the plugin beside core's. */
export const errors = {
  ERR_NO_BUSINESS_HOUR_FOUND: { status: 404, when: 'No such rule of opening hours.' },
  ERR_BUSINESS_HOUR_EXISTS: { status: 409, when: 'The company, queue, user or connection has opening hours already.' },
  ERR_NO_HOLIDAY_FOUND: { status: 404, when: 'No such holiday.' },
  ERR_HOLIDAY_EXISTS: { status: 409, when: 'There is a holiday on this date already.' },
  ERR_HOLIDAY_FILE: {
    status: 422,
    when: 'The file is no calendar that can be read; `detail` says where it goes wrong.',
    facts: ['detail'],
  },
} as const satisfies PluginErrors

/** Refuses with these codes, and with core's. */
export const refusal = refusalsOf(errors)
