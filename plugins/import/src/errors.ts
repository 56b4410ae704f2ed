import { refusalsOf, type PluginErrors } from '@recado/sdk'

/** Refusal codes of the plugin beside core's. */
export const errors = {
  ERR_IMPORT_SOURCE_REQUIRED: {
    status: 422,
    when: 'The address of the system to import from is not configured (S8-163).',
  },
  ERR_IMPORT_CONNECTION: {
    status: 502,
    when: 'The system to import from could not be reached, or refused the login (S8-164).',
  },
  ERR_IMPORT_FAILED: { status: 422, when: 'The import stopped with an error; what was taken over stays (S8-165).' },
  ERR_IMPORT_FILES: { status: 502, when: 'The files of the system to import from could not be reached.' },
  ERR_IMPORT_SYSTEM: { status: 422, when: 'The database holds no conversations of a system that can be read.' },
  ERR_IMPORT_CHANGED: { status: 422, when: 'The tables of the system that an import followed have changed.' },
  ERR_IMPORT_FOLLOWING: { status: 409, when: 'Another import of the company follows the old system already.' },
  ERR_IMPORT_COMPANY: { status: 422, when: 'The database holds several companies, and none of them was chosen.' },
  ERR_IMPORT_RUNNING: { status: 409, when: 'An import of the company is running, or being taken back.' },
  ERR_NO_IMPORT_TABLE: {
    status: 404,
    when: 'The company has no such table; one is kept for a week, or until it is imported.',
  },
  ERR_IMPORT_COLUMNS: {
    status: 422,
    when: 'The columns do not say whose a row is: a contact, and for messages a ticket, each column once.',
  },
  ERR_NO_IMPORT_FOUND: { status: 404, when: 'The company has no such import, or it is in no state for this.' },
} as const satisfies PluginErrors

/** Refuses with these codes, and with core's. */
export const refusal = refusalsOf(errors)
