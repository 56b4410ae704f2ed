import * as z from 'zod'
import { companyAddressLength } from './text-limits.ts'

/**
 * The public address of a company: the word that strangers name it by, in `:company` of routes of `company` access.
 * Lower-case letters, digits and hyphens, 3 to 40 characters, a letter or digit at both ends.
 */
export const CompanyAddress = z
  .string()
  .max(companyAddressLength)
  .regex(/^[a-z0-9][a-z0-9-]+[a-z0-9]$/, { error: 'is not 3 to 40 letters without accents, digits and hyphens' })
export type CompanyAddress = z.infer<typeof CompanyAddress>
