import { refusalsOf, type PluginErrors } from '@recado/sdk'

/** Refusal codes of the plugin beside core's. */
export const errors = {
  ERR_IMPORT_SYSTEM: { status: 422, when: 'The database holds no conversations of a system that can be read.' },
  ERR_IMPORT_COMPANY: { status: 422, when: 'The database holds several companies, and none of them was chosen.' },
  ERR_IMPORT_RUNNING: { status: 409, when: 'An import of the company is running, or being taken back.' },
  ERR_NO_IMPORT_FOUND: { status: 404, when: 'The company has no such import, or it is in no state for this.' },
} as const satisfies PluginErrors

/** Refuses with these codes, and with core's. */
export const refusal = refusalsOf(errors)
