import type { ContactOrder } from '../contracts.ts'

/** What narrows and orders the list of contacts. */
export interface ContactFilter { searchParam: string; order: ContactOrder; tagIds: string[]; walletUserIds: string[]; channels: string[]; withoutTicket: boolean }
export const noFilter: ContactFilter = { searchParam: '', order: 'name', tagIds: [], walletUserIds: [], channels: [], withoutTicket: false }

/** As the server takes it; two characters of a search at least (S5-035). */
export const queryOf = ({ searchParam, order, tagIds, walletUserIds, channels, withoutTicket }: ContactFilter) => ({
  order, ...([...searchParam.trim()].length >= 2 && { searchParam: searchParam.trim() }), ...(tagIds.length > 0 && { tagIds }), ...(walletUserIds.length > 0 && { walletUserIds }), ...(channels.length > 0 && { channels }),
  ...(withoutTicket && { withoutTicket: 'true' }),
})

/** Whether anything but the order is set. */
export const isNarrowed = (filter: ContactFilter): boolean => Object.keys(queryOf(filter)).length > 1

/** Columns that a user may do without; the name is always there. */
export const optionalColumns = ['phone', 'email', 'tags', 'wallets', 'business', 'document', 'category', 'source', 'birthday', 'createdAt'] as const
export type OptionalColumn = (typeof optionalColumns)[number]
const usualColumns: readonly OptionalColumn[] = ['phone', 'email', 'tags', 'wallets', 'createdAt']
const columnsKey = 'recado.contact-columns'

/** Which columns this browser shows. */
export function keptColumns(): OptionalColumn[] {
  const kept = localStorage.getItem(columnsKey)
  return kept === null ? [...usualColumns] : optionalColumns.filter((column) => kept.split(' ').includes(column))
}
export const keepColumns = (columns: readonly OptionalColumn[]): void => localStorage.setItem(columnsKey, columns.join(' '))
