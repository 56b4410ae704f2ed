import type { PagedTicket, SessionContext } from '@recado/sdk'
import { refusal } from '../errors.ts'
import { askedPeriod } from '../period/asked-period.ts'
import { dayAt } from '../period/period.ts'
import { pagesFrom, tableFile } from '../table/table-file.ts'
import { wordsOf } from '../words.ts'
import { ticketCell, ticketColumns } from './ticket-columns.ts'
import type { TicketFileQuery, TicketQuery, TicketReport } from './ticket-report.ts'
import type { TicketRow } from './ticket-row.ts'

const rowOf = (ticket: PagedTicket): TicketRow => ({
  id: ticket.id,
  protocol: ticket.protocol,
  contact: ticket.name,
  queue: ticket.queue,
  user: ticket.username,
  connection: ticket.whatsapp.name,
  status: ticket.status,
  openedAt: ticket.createdAt,
  firstAnsweredAt: ticket.firstAnsweredAt,
  closedAt: ticket.status === 'closed' ? ticket.closedAt : null,
})

async function open(query: TicketQuery | TicketFileQuery, ctx: SessionContext) {
  if (!ctx.viewer.can('tickets.read')) throw refusal('ERR_NO_PERMISSION')
  const { timeZone } = await ctx.core.company.profile()
  const period = askedPeriod(query, dayAt(new Date(), timeZone))
  const { queueIds, userIds, connectionIds, statuses, tagIds } = query
  const page = async (cursor: string | undefined, limit?: number) => {
    const { tickets, nextCursor } = await ctx.core.tickets.page({
      opened: { from: period.from, until: period.to },
      ...{ queueIds, userIds, connectionIds, statuses, tagIds },
      ...(cursor !== undefined && { cursor }),
      ...(limit !== undefined && { limit }),
    })
    return { rows: tickets.map(rowOf), nextCursor }
  }
  return { timeZone, period, page }
}

/** Conversations that the reader may see, the latest opened first. */
export async function readTickets({ query }: { query: TicketQuery }, ctx: SessionContext): Promise<TicketReport> {
  const { timeZone, period, page } = await open(query, ctx)
  return { period, ...(await page(query.cursor, query.limit)), timeZone }
}

/** The same as a file, with all rows. */
export async function exportTickets({ query }: { query: TicketFileQuery }, ctx: SessionContext): Promise<Response> {
  const { timeZone, period, page } = await open(query, ctx)
  const { locale } = ctx.viewer
  const words = wordsOf[locale]
  const first = await page(undefined)
  const pages = async function* () {
    for await (const { rows } of pagesFrom(first, page))
      yield rows.map((row) =>
        ticketColumns.map((column) => ticketCell(column, row, { locale, timeZone }, (status) => words.status[status])),
      )
  }
  return tableFile(
    {
      name: `tickets-${period.from}-${period.to}`,
      heading: ticketColumns.map((column) => words.columns[column]),
      pages: pages(),
    },
    query.format,
    locale,
  )
}
