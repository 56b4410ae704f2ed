import {
  contactDetailFields,
  contactDetails,
  Refusal,
  webAddress,
  type ContactChange,
  type ContactDetailDescription,
  type ContactDetailField,
  type ContactTextFormat,
  type FieldIssue,
} from '@recado/contracts'
import { brazilianDocument } from '../credentials/brazilian-document.ts'
import type { contact } from '../tables/contact.table.ts'
import { canonicalEmail } from './identity-claims.ts'
import { typedPhone } from './phone.ts'

/** The columns of a contact that a request sets, as they are stored. */
export type ContactColumns = Partial<Omit<typeof contact.$inferInsert, 'id' | 'tenantId'>>

/** Stored form of a value, or undefined for a value that breaks the rule; `issue` describes the rule to clients. */
interface Rule {
  accept(text: string): string | undefined
  readonly issue: Omit<FieldIssue, 'path'>
}

const formats: Readonly<Record<ContactTextFormat, Rule>> = {
  document: { accept: brazilianDocument, issue: { message: 'a CPF or CNPJ is needed', rule: 'pattern' } },
  webAddress: { accept: webAddress, issue: { message: 'an address of the web is needed', rule: 'url' } },
  handle: { accept: (text) => text.replace(/^@/, ''), issue: { message: 'a name is needed', rule: 'pattern' } },
}
const number: Rule = {
  accept: typedPhone,
  issue: { message: 'a number with country and area code is needed', rule: 'pattern' },
}
const email: Rule = { accept: canonicalEmail, issue: { message: 'an e-mail address is needed', rule: 'email' } }

/** Rule of a detail beyond type and length, which the request's schema has checked. */
function ruleOf(detail: ContactDetailDescription, today: string): Rule | undefined {
  if (detail.type === 'day')
    return {
      accept: (day) => (day >= detail.earliest && day < today ? day : undefined),
      issue: { message: 'a day in the past is needed', rule: 'date' },
    }
  return detail.type === 'text' && detail.format ? formats[detail.format] : undefined
}

/**
 * The columns of a change: numbers and addresses in their canonical form, documents without their mask, websites with
 * their scheme, null for an empty text. A field that was not given is absent. `today` is a day as `2026-11-22`.
 * @throws Refusal ERR_VALIDATION naming every field that is wrong
 */
export function contactColumns(given: ContactChange, today: string): ContactColumns {
  const issues: FieldIssue[] = []
  const stored = (field: 'number' | 'email' | ContactDetailField, rule?: Rule): string | null | undefined => {
    const text = given[field]?.trim()
    if (text === undefined) return given[field] as null | undefined
    if (text === '') return null
    const accepted = rule ? rule.accept(text) : text
    if (accepted === undefined && rule) issues.push({ path: `body.${field}`, ...rule.issue })
    return accepted === '' ? null : accepted
  }
  const columns = {
    name: given.name,
    number: stored('number', number),
    email: stored('email', email),
    ...Object.fromEntries(
      contactDetailFields.map((field) => [field, stored(field, ruleOf(contactDetails[field], today))]),
    ),
    whatsappValidated: given.whatsappValidated,
    extraInfo: given.extraInfo,
  }
  if (issues.length > 0) throw new Refusal('ERR_VALIDATION', { issues })
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as ContactColumns
}
