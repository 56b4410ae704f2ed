import { ApiError } from '@recado/sdk/ui'
import type { QueryClient } from '@tanstack/react-query'
import { keys } from '../../base/query-keys.ts'

/** A ticket was deleted, or may not be seen any more: its queries get the server's answer without a request. */
export function ticketGone(queries: QueryClient, ticketId: string): void {
  const query = queries.getQueryCache().find({ queryKey: keys.ticket(ticketId) })
  void query?.cancel({ silent: true })
  query?.setState({
    status: 'error',
    fetchStatus: 'idle',
    error: new ApiError('ERR_NO_TICKET_FOUND', 404),
    isInvalidated: false,
  })
}
