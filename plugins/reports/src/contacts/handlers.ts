import type { ContactPageQuery, PagedContact, SessionContext } from '@recado/sdk'
import type * as z from 'zod'
import { refusal } from '../errors.ts'
import { dayAt, daysIn, monthOf, mostBirthdayDays, type Period } from '../period/period.ts'
import type { Reader } from '../table/cells.ts'
import { pagesFrom, tableFile } from '../table/table-file.ts'
import { wordsOf } from '../words.ts'
import { ageOn, celebrationFrom, daysOfMonth, daysOfPeriod } from './birthday.ts'
import { columnsOf, contactCell, firstColumns, type ContactReportName } from './contact-columns.ts'
import type {
  BirthdayFileQuery,
  BirthdayQuery,
  ContactReport,
  ListFileQuery,
  ListQuery,
  StateFileQuery,
  StateQuery,
  TagFileQuery,
  TagQuery,
} from './contact-report.ts'
import type { ContactRow } from './contact-row.ts'

type Answer<Query> = (request: { query: Query }, ctx: SessionContext) => Promise<ContactReport>
type File<Query> = (request: { query: Query }, ctx: SessionContext) => Promise<Response>
type Asked = Omit<ContactPageQuery, 'cursor' | 'limit'>

/** What a report asks core for. `from`: the day from which birthdays are celebrated. */
interface Question {
  readonly asked: Asked
  readonly from?: string
}

type ListFilter = Omit<z.output<typeof ListQuery>, 'cursor' | 'limit'>
type TagFilter = Omit<z.output<typeof TagQuery>, 'cursor' | 'limit'>
type StateFilter = Omit<z.output<typeof StateQuery>, 'cursor' | 'limit'>
type BirthdayFilter = Omit<z.output<typeof BirthdayQuery>, 'cursor' | 'limit'>

const ofList = ({ order, newForDays, silentForDays, ...filter }: ListFilter): Question => ({
  asked: {
    order,
    filter: {
      searchParam: filter.searchParam,
      tagIds: filter.tagIds,
      walletUserIds: filter.walletUserIds,
      withoutTicket: filter.withoutTicket,
      newForDays: newForDays ?? null,
      silentForDays: silentForDays ?? null,
    },
  },
})

function ofTags({ tagIds }: TagFilter): Question {
  if (tagIds.length === 0) throw refusal('ERR_REPORT_NEEDS_TAG')
  return { asked: { filter: { tagIds } } }
}

function ofStates({ states }: StateFilter): Question {
  if (states.length === 0) throw refusal('ERR_REPORT_NEEDS_STATE')
  return { asked: { states } }
}

function ofBirthdays({ month, from, to }: BirthdayFilter, today: string): Question {
  if (month !== undefined) {
    const first = `${today.slice(0, 4)}-${String(month).padStart(2, '0')}-01`
    return { asked: { order: 'birthday', birthdays: daysOfMonth(month) }, from: monthOf(first).from }
  }
  if (from === undefined || to === undefined) throw refusal('ERR_REPORT_NEEDS_PERIOD')
  const period: Period = { from, to }
  const days = daysIn(period)
  if (days < 1 || days > mostBirthdayDays) throw refusal('ERR_REPORT_PERIOD', { limit: mostBirthdayDays })
  return { asked: { order: 'birthday', birthdays: daysOfPeriod(period) }, from }
}

function rowOf(contact: PagedContact, from: string | undefined): ContactRow {
  const { birthdayDate } = contact
  const celebratedOn = from === undefined || !birthdayDate ? null : celebrationFrom(birthdayDate, from)
  return {
    id: contact.id,
    name: contact.name,
    number: contact.number,
    email: contact.email,
    state: contact.state,
    tags: contact.tags.map(({ tag }) => tag),
    wallets: contact.wallets.map(({ name }) => name),
    birthdayDate: birthdayDate ?? null,
    celebratedOn,
    age: celebratedOn === null ? null : ageOn(birthdayDate!, celebratedOn),
    businessName: contact.businessName ?? null,
    document: contact.document ?? null,
    category: contact.category ?? null,
    source: contact.source ?? null,
    createdAt: contact.createdAt,
  }
}

/** Page and file of one report. Who may not read contacts may not read them here either. */
function contactReport<
  Query extends { cursor?: string | undefined; limit: number },
  FileQuery extends z.output<
    typeof TagFileQuery | typeof ListFileQuery | typeof StateFileQuery | typeof BirthdayFileQuery
  >,
>(
  name: ContactReportName,
  question: (filter: Query | FileQuery, today: string) => Question,
): { read: Answer<Query>; file: File<FileQuery> } {
  const open = async (filter: Query | FileQuery, ctx: SessionContext) => {
    if (!ctx.viewer.can('contacts.read')) throw refusal('ERR_NO_PERMISSION')
    const { timeZone } = await ctx.core.company.profile()
    const { asked, from } = question(filter, dayAt(new Date(), timeZone))
    const page = async (cursor: string | undefined, limit?: number) => {
      const { contacts, nextCursor } = await ctx.core.contacts.page({
        ...asked,
        ...(cursor !== undefined && { cursor }),
        ...(limit !== undefined && { limit }),
      })
      return { rows: contacts.map((contact) => rowOf(contact, from)), nextCursor }
    }
    return { timeZone, page }
  }
  return {
    async read({ query }, ctx) {
      const { timeZone, page } = await open(query, ctx)
      return { ...(await page(query.cursor, query.limit)), timeZone }
    },
    // Its route asks for the right to take contacts out, as the product's own table of contacts does.
    async file({ query }, ctx) {
      if (!ctx.viewer.can('reports.read')) throw refusal('ERR_NO_PERMISSION')
      const { timeZone, page } = await open(query, ctx)
      const { locale } = ctx.viewer
      const reader: Reader = { locale, timeZone }
      const offered = columnsOf(name)
      const wanted = query.columns.filter((column) => offered.includes(column))
      const columns = wanted.length > 0 ? wanted : firstColumns[name]
      const first = await page(undefined)
      const pages = async function* () {
        for await (const { rows } of pagesFrom(first, page))
          yield rows.map((row) => columns.map((column) => contactCell(column, row, reader)))
      }
      const words = wordsOf[locale].columns
      const heading = columns.map((column) => words[column])
      const today = dayAt(new Date(), timeZone)
      return tableFile({ name: `contacts-${name}-${today}`, heading, pages: pages() }, query.format, locale)
    },
  }
}

export const contactList = contactReport<z.output<typeof ListQuery>, z.output<typeof ListFileQuery>>('list', ofList)
export const contactsByTags = contactReport<z.output<typeof TagQuery>, z.output<typeof TagFileQuery>>('tags', ofTags)
export const contactsByStates = contactReport<z.output<typeof StateQuery>, z.output<typeof StateFileQuery>>(
  'states',
  ofStates,
)
export const birthdays = contactReport<z.output<typeof BirthdayQuery>, z.output<typeof BirthdayFileQuery>>(
  'birthdays',
  ofBirthdays,
)
