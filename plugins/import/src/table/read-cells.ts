import { createHash } from 'node:crypto'
import { instantIn } from './instants.ts'
import type { TableChoice, TableField } from './table-choice.ts'

/** A row of a table by what its columns are; a field without a column is empty. */
export type Cells = (field: TableField) => string

export const cellsOf =
  ({ columns }: TableChoice, cells: readonly string[]): Cells =>
  (field) =>
    (cells[columns.indexOf(field)] ?? '').trim()

const mostTags = 50
const longestKey = 200

/** A name under which a queue, a tag or a user of a table is known. */
export const refOf = (name: string): string => name.trim().toLowerCase().slice(0, longestKey)
export const separators = '[,;|]'
export const tagsIn = (cell: string): string[] =>
  [...new Set(cell.split(new RegExp(separators)).map(refOf).filter(Boolean))].slice(0, mostTags)

/** By words that tables of this kind have; what is none of them is said by the customer. */
export const isFromUs = (cell: string): boolean =>
  /^(true|1|sim|s|yes|y|si|out|outgoing|outbound|sa[ií]da|enviad[ao]|sent|agente?|atendente|empresa|user|nos|nós)$/i.test(
    cell,
  )

export function statusOf(cell: string): string | null {
  if (/^(open|abert[oa]|em (atendimento|andamento)|abierto)$/i.test(cell)) return 'open'
  if (/^(pending|pendente|aguardando|na fila|pendiente)$/i.test(cell)) return 'pending'
  return cell === '' ? null : 'closed'
}

/** What a row is of. */
export interface Keys {
  readonly contact: string | null
  readonly ticket: string | null
  readonly message: string | null
  readonly at: string | null
}

/**
 * The ids of what a row holds. A message without an id is known by what was said in which ticket, when and by whom: the
 * same row twice is one message.
 */
export function keysOf(cells: Cells, choice: TableChoice): Keys {
  const number = cells('contactNumber')
  const contact =
    cells('contactId') ||
    number.replace(/\D/g, '') ||
    cells('contactEmail').toLowerCase() ||
    number ||
    cells('contactName').toLowerCase()
  const ticket = cells('ticketId')
  const at = instantIn(cells('messageTime'), choice)
  const isMessage = ticket !== '' && (cells('messageId') !== '' || cells('messageText') !== '')
  const words = [ticket, at, cells('messageDirection'), cells('user'), cells('messageText')]
  const digest = (): string => createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 40)
  return {
    contact: contact.slice(0, longestKey) || null,
    ticket: ticket.slice(0, longestKey) || null,
    message: isMessage ? cells('messageId').slice(0, longestKey) || digest() : null,
    at: at === null ? null : new Date(at).toISOString(),
  }
}
