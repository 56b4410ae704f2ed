import type { TicketView, TicketViewFilter } from '../../../base/contracts.ts'
import { choicesOf, defaultFilter, filterQuery, type TicketFilter } from '../../../data/tickets/ticket-filter.ts'

/** Filter of the list for a saved view. */
export const filterOfView = ({ filter }: Pick<TicketView, 'filter'>): TicketFilter => ({
  ...defaultFilter,
  ...filter,
  withBot: filter.withBot ?? null,
  view: 'all',
})

/** View filter of the current list; its tab becomes part of the filter. */
export function viewFilterOf(filter: TicketFilter): TicketViewFilter {
  const {
    searchParam,
    status,
    showAll,
    mine,
    queuesIds,
    withUnreadMessages,
    unanswered,
    isNotAssignedUser,
    includeNotQueueDefined,
    priorities,
    tagIds,
    connectionIds,
    userIds,
    snoozed,
    watched,
    sort,
    withBot,
    attributes,
    contactAttributes,
    days,
  } = filterQuery(filter)
  return {
    searchParam,
    status,
    showAll,
    mine,
    queuesIds: queuesIds as TicketViewFilter['queuesIds'],
    withUnreadMessages,
    isNotAssignedUser,
    includeNotQueueDefined,
    unanswered,
    priorities,
    tagIds: tagIds as TicketViewFilter['tagIds'],
    connectionIds: connectionIds as TicketViewFilter['connectionIds'],
    userIds: userIds as TicketViewFilter['userIds'],
    snoozed,
    watched,
    sort,
    attributes,
    contactAttributes,
    days,
    ...(withBot !== undefined && { withBot }),
  }
}

/** Whether the list shows something else than the view was saved with. */
export function isChanged(view: TicketView, filter: TicketFilter): boolean {
  const words = (one: TicketFilter) =>
    JSON.stringify([
      one.searchParam.trim(),
      viewFilterOf(one).withBot ?? null,
      choicesOf({
        ...one,
        queuesIds: one.queuesIds.toSorted(),
        tagIds: one.tagIds.toSorted(),
        connectionIds: one.connectionIds.toSorted(),
        userIds: one.userIds.toSorted(),
      }),
      one.priorities,
      [...viewFilterOf(one).status].sort(),
    ])
  return words(filterOfView(view)) !== words(filter)
}
