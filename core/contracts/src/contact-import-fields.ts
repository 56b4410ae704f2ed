import { contactDetailFields } from './contact-details.ts'

/**
 * Fields to which a column of a table can be mapped; `extra` becomes further information under the heading of the
 * column, `wallets` names users by their e-mail address.
 */
export const contactImportFields = [
  'ignore',
  'name',
  'number',
  'email',
  'tags',
  ...contactDetailFields,
  'wallets',
  'extra',
] as const
