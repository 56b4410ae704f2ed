import { refusalsOf, type PluginErrors } from '@recado/sdk'

/** Refusal codes of the plugin beside core's. */
export const errors = {
  ERR_REPORT_NEEDS_TAG: { status: 422, when: 'A report by tags was asked for without any tag.' },
  ERR_REPORT_NEEDS_STATE: { status: 422, when: 'A report by states was asked for without any state.' },
  ERR_REPORT_NEEDS_PERIOD: {
    status: 422,
    when: 'A report of birthdays was asked for without a month and without a whole period.',
  },
  ERR_REPORT_PERIOD: {
    status: 422,
    when: 'The period of a report ends before it begins, or is longer than `limit` days.',
    facts: ['limit'],
  },
  ERR_NO_SAVED_REPORT_FOUND: {
    status: 404,
    when: 'No such saved report that the reader may open, or one that is not sent by e-mail.',
  },
  ERR_SAVED_REPORT_EXISTS: { status: 409, when: 'Its owner has another saved report of this name.' },
  ERR_SAVED_REPORT_LIMIT: { status: 409, when: 'The user has `limit` saved reports already.', facts: ['limit'] },
  ERR_REPORT_RECIPIENT: {
    status: 422,
    when: 'A report is to be sent to somebody who is not active, or may not read reports.',
  },
} as const satisfies PluginErrors

/** Refuses with these codes, and with core's. */
export const refusal = refusalsOf(errors)
