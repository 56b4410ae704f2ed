import { writeDuration, writeInstant, type Reader } from '../table/cells.ts'
import type { TicketRow } from './ticket-row.ts'

/** Columns of the report of conversations. */
export const ticketColumns = [
  'protocol',
  'contact',
  'status',
  'queue',
  'user',
  'connection',
  'openedAt',
  'firstAnsweredAt',
  'waited',
  'closedAt',
  'lasted',
] as const
export type TicketColumn = (typeof ticketColumns)[number]

/** A cell, the same on the screen and in a file. */
export function ticketCell(
  column: TicketColumn,
  row: TicketRow,
  reader: Reader,
  status: (status: TicketRow['status']) => string,
): string {
  switch (column) {
    case 'status':
      return status(row.status)
    case 'openedAt':
    case 'firstAnsweredAt':
    case 'closedAt':
      return writeInstant(row[column], reader)
    case 'waited':
      return writeDuration(row.openedAt, row.firstAnsweredAt)
    case 'lasted':
      return writeDuration(row.openedAt, row.closedAt)
    default:
      return row[column] ?? ''
  }
}
