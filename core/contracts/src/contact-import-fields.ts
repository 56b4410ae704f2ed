/**
 * Details of a contact that a table can carry in a column of their own, in the order of an export. Free of zod: the
 * screen of the import reads it.
 */
export const contactDetailFields = [
  'firstName',
  'lastName',
  'businessName',
  'document',
  'birthdayDate',
  'gender',
  'maritalStatus',
  'source',
  'category',
  'website',
  'instagram',
  'telegramId',
] as const
export type ContactDetailField = (typeof contactDetailFields)[number]

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
