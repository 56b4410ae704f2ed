import { Refusal, type ContactChange, type FieldIssue } from '@recado/contracts'
import { brazilianDocument } from '../access/registration/document.ts'
import type { contact } from './contact.table.ts'
import { canonicalEmail } from './identity-claims.ts'
import { typedPhone } from './phone.ts'

/** The columns of a contact that a request sets, as they are stored. */
export type ContactColumns = Partial<Omit<typeof contact.$inferInsert, 'id' | 'tenantId'>>

/** Nobody who is alive was born earlier. */
const earliestBirthday = '1900-01-01'

/**
 * What was given, as it is kept: the one form of numbers and addresses, documents without their mask, websites with
 * their scheme, nothing for an empty text. What was not given is not there. `today` is a day as `2026-11-22`.
 * @throws Refusal ERR_VALIDATION naming every field that is wrong
 */
export function contactColumns(given: ContactChange, today: string): ContactColumns {
  const issues: FieldIssue[] = []
  const checked = (
    field: keyof ContactChange,
    accept: (text: string) => string | undefined,
    issue: Omit<FieldIssue, 'path'>,
  ): string | null | undefined => {
    const value = given[field] as string | null | undefined
    if (value === undefined) return undefined
    if (value === null || value.trim() === '') return null
    const accepted = accept(value.trim())
    if (accepted === undefined) issues.push({ path: `body.${field}`, ...issue })
    return accepted
  }
  const columns = {
    name: given.name,
    number: checked('number', typedPhone, {
      message: 'a number with country and area code is needed',
      rule: 'pattern',
    }),
    email: checked('email', canonicalEmail, { message: 'an e-mail address is needed', rule: 'email' }),
    firstName: emptied(given.firstName),
    lastName: emptied(given.lastName),
    businessName: emptied(given.businessName),
    document: checked('document', brazilianDocument, { message: 'a CPF or CNPJ is needed', rule: 'pattern' }),
    birthday: checked('birthdayDate', (day) => (day >= earliestBirthday && day < today ? day : undefined), {
      message: 'a day in the past is needed',
      rule: 'date',
    }),
    gender: given.gender,
    maritalStatus: given.maritalStatus,
    source: emptied(given.source),
    category: emptied(given.category),
    website: checked('website', webAddress, { message: 'an address of the web is needed', rule: 'url' }),
    instagram: emptied(given.instagram?.replace(/^@/, '') ?? given.instagram),
    telegramId: emptied(given.telegramId),
    whatsappValidated: given.whatsappValidated,
    extraInfo: given.extraInfo,
  }
  if (issues.length > 0) throw new Refusal('ERR_VALIDATION', { issues })
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as ContactColumns
}

const emptied = (text: string | null | undefined): string | null | undefined => (text === '' ? null : text)

/**
 * People write addresses without `https://`. Whatever is no page of the web is refused, with undefined: it is shown as
 * a link.
 */
export function webAddress(text: string): string | undefined {
  const address = /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[^/:]+:\d/.test(text) ? text : `https://${text}`
  const url = URL.canParse(address) ? new URL(address) : undefined
  return url &&
    /^https?:$/.test(url.protocol) &&
    url.hostname.includes('.') &&
    url.username === '' &&
    url.password === ''
    ? address
    : undefined
}
