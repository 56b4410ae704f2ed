import {
  isSearchable,
  searchedFor,
  type AttributeCondition,
  type ContactOrder,
  type ContactSegmentFilter,
} from '../../base/contracts.ts'

/** Filters and order of the list of contacts. */
export interface ContactFilter {
  searchParam: string
  order: ContactOrder
  tagIds: string[]
  walletUserIds: string[]
  channels: string[]
  withoutTicket: boolean
  attributes: AttributeCondition[]
  newForDays: number | null
  silentForDays: number | null
  birthdayMonth: number | null
}
export const noFilter: ContactFilter = {
  searchParam: '',
  order: 'name',
  tagIds: [],
  walletUserIds: [],
  channels: [],
  withoutTicket: false,
  attributes: [],
  newForDays: null,
  silentForDays: null,
  birthdayMonth: null,
}

/** Query for the server. */
export const queryOf = ({
  searchParam,
  order,
  tagIds,
  walletUserIds,
  channels,
  withoutTicket,
  attributes,
  newForDays,
  silentForDays,
  birthdayMonth,
}: ContactFilter) => ({
  order,
  ...(isSearchable(searchParam) && { searchParam: searchParam.trim() }),
  ...(tagIds.length > 0 && { tagIds }),
  ...(walletUserIds.length > 0 && { walletUserIds }),
  ...(channels.length > 0 && { channels }),
  ...(withoutTicket && { withoutTicket: 'true' }),
  ...(attributes.length > 0 && { attributes: JSON.stringify(attributes) }),
  ...(newForDays !== null && { newForDays: String(newForDays) }),
  ...(silentForDays !== null && { silentForDays: String(silentForDays) }),
  ...(birthdayMonth !== null && { birthdayMonth: String(birthdayMonth) }),
})

/** Whether anything but the order is set. */
export const isNarrowed = (filter: ContactFilter): boolean => Object.keys(queryOf(filter)).length > 1

/** Segment filter of the current list: everything but its order. */
export function segmentFilterOf({ order: _order, ...filter }: ContactFilter): ContactSegmentFilter {
  return {
    ...filter,
    searchParam: searchedFor(filter.searchParam),
  } as ContactSegmentFilter
}
/** The list as a segment shows it. */
export const filterOfSegment = (filter: ContactSegmentFilter): ContactFilter => ({ ...noFilter, ...filter })
/** Whether the list shows something else than the segment by which it was opened. */
export const isChanged = (filter: ContactFilter, kept: ContactSegmentFilter): boolean =>
  JSON.stringify(queryOf({ ...filter, order: 'name' })) !== JSON.stringify(queryOf(filterOfSegment(kept)))

/** Columns that a user may do without; the name is always there. */
export const optionalColumns = [
  'phone',
  'email',
  'tags',
  'wallets',
  'business',
  'document',
  'category',
  'source',
  'birthday',
  'createdAt',
] as const
export type OptionalColumn = (typeof optionalColumns)[number]
const usualColumns: readonly OptionalColumn[] = ['phone', 'email', 'tags', 'wallets', 'createdAt']
const columnsKey = 'recado.contact-columns'

/** Columns that this browser shows. */
export function keptColumns(): OptionalColumn[] {
  const kept = localStorage.getItem(columnsKey)
  return kept === null ? [...usualColumns] : optionalColumns.filter((column) => kept.split(' ').includes(column))
}
export const keepColumns = (columns: readonly OptionalColumn[]): void =>
  localStorage.setItem(columnsKey, columns.join(' '))
