import { Refusal, withNinthDigit, type Contact } from '@recado/sdk'
import { contactId, type Work } from '../account.ts'
import { invalid } from '../http/answer.ts'
import type { Fields } from '../http/fields.ts'
import { contactsBy, contactsByCustom } from './contact-store.ts'

/** Contacts on a page of the API. */
export const contactsPerPage = 15
const mostConditions = 20
const mostValues = 50

export interface FoundPage {
  readonly contacts: readonly Contact[]
  /** How many are known to be there: exact on the last page. */
  readonly count: number
}

/** A page of all contacts, by name, or of those that core finds for a text. */
export async function contactPage(work: Work, search: string, page: number): Promise<FoundPage> {
  const wanted = page * contactsPerPage
  const seen: Contact[] = []
  let cursor: string | undefined
  while (seen.length <= wanted) {
    const { contacts, nextCursor } = await work.core.contacts
      .page({ filter: { searchParam: search }, limit: 100, ...(cursor !== undefined && { cursor }) })
      .catch((error: unknown) => {
        // Too short to be looked for.
        if (Refusal.is(error) && error.code === 'ERR_VALIDATION') return { contacts: [], nextCursor: null }
        throw error
      })
    seen.push(...contacts)
    if (nextCursor === null) break
    cursor = nextCursor
  }
  return { contacts: seen.slice(wanted - contactsPerPage, wanted), count: seen.length }
}

/** Contacts by a text: by name, number, address, and by what programs call them. */
export async function searchContacts(work: Work, text: string, page: number): Promise<FoundPage> {
  const own = [...(await contactsBy(work, 'identifier', [text])), ...(await contactsBy(work, 'phone', [text]))]
  const found = await contactPage(work, text, page)
  if (own.length === 0 || page > 1) return found
  const mine = await byIds(work, own)
  const others = found.contacts.filter(({ id }) => !mine.some((one) => one.id === id))
  return { contacts: [...mine, ...others], count: found.count + mine.length - (found.contacts.length - others.length) }
}

const byIds = async (work: Work, ids: readonly string[]): Promise<Contact[]> => {
  const found = await Promise.all([...new Set(ids)].map((id) => work.core.contacts.get(contactId(id))))
  return found.filter((contact) => contact !== undefined)
}

interface Condition {
  readonly key: string
  readonly operator: string
  readonly values: readonly string[]
  readonly joined: 'AND' | 'OR'
}

/**
 * Contacts that fit conditions, read from left to right: `equal_to` and `contains` of name, number, address, identifier
 * and custom attributes. @throws Fault 422 for any other one
 */
export async function filterContacts(work: Work, given: unknown): Promise<readonly Contact[]> {
  if (!Array.isArray(given) || given.length === 0 || given.length > mostConditions)
    throw invalid('payload must be a list of conditions', 'payload')
  const conditions = given.map(conditionOf)
  let found: Contact[] = []
  for (const [index, condition] of conditions.entries()) {
    const fitting = await fittingOf(work, condition)
    const before = conditions[index - 1]
    if (!before) found = fitting
    else if (before.joined === 'AND') found = found.filter(({ id }) => fitting.some((one) => one.id === id))
    else found = [...found, ...fitting.filter(({ id }) => !found.some((one) => one.id === id))]
  }
  return found
}

function conditionOf(given: unknown): Condition {
  const { attribute_key, filter_operator, values, query_operator } = (given ?? {}) as Fields
  const list = Array.isArray(values) ? values : [values]
  if (typeof attribute_key !== 'string' || attribute_key === '' || attribute_key.length > 100)
    throw invalid('Attribute key is invalid', 'attribute_key')
  if (filter_operator !== 'equal_to' && filter_operator !== 'contains')
    throw invalid('Filter operator is not supported', 'filter_operator')
  if (list.length > mostValues || list.some((one) => !['string', 'number', 'boolean'].includes(typeof one)))
    throw invalid('Values are invalid', 'values')
  const joined = typeof query_operator === 'string' && /^or$/i.test(query_operator) ? 'OR' : 'AND'
  return { key: attribute_key, operator: filter_operator, values: list.map((one) => String(one).slice(0, 255)), joined }
}

async function fittingOf(work: Work, { key, operator, values }: Condition): Promise<Contact[]> {
  if (key === 'identifier') return byIds(work, await contactsBy(work, 'identifier', values))
  if (key === 'phone_number') {
    const numbers = values.map((value) => (value.startsWith('+') ? value : `+${value}`))
    const foreign = await byIds(work, await contactsBy(work, 'phone', numbers))
    const known = await Promise.all(numbers.map((number) => withNumber(work, number, operator)))
    return unique([...foreign, ...known.flat()])
  }
  if (key === 'name' || key === 'email') {
    const pages = await Promise.all(values.map((value) => contactPage(work, value, 1)))
    return unique(pages.flatMap(({ contacts }) => contacts)).filter((contact) => {
      const held = (contact[key] ?? '').toLowerCase()
      return values.some((value) =>
        operator === 'equal_to' ? held === value.toLowerCase() : held.includes(value.toLowerCase()),
      )
    })
  }
  const own = (await work.core.attributes.list()).find((one) => one.owner === 'contact' && one.key === key)
  if (!own) return byIds(work, await contactsByCustom(work, key, values))
  const pages = await Promise.all(
    values.map((value) =>
      work.core.contacts.page({ filter: { attributes: [{ key, test: 'is', value }] }, limit: contactsPerPage }),
    ),
  )
  return unique(pages.flatMap(({ contacts }) => contacts))
}

/** Who has a number, in either spelling of a Brazilian mobile number; also who it came to by a merge. */
async function withNumber(work: Work, number: string, operator: string): Promise<readonly Contact[]> {
  if (operator === 'contains') return (await contactPage(work, number, 1)).contacts
  const { contacts } = await work.core.contacts.page({
    numbers: [number, withNinthDigit(number)],
    limit: contactsPerPage,
  })
  return contacts
}

const unique = (contacts: readonly Contact[]): Contact[] => [...new Map(contacts.map((one) => [one.id, one])).values()]
