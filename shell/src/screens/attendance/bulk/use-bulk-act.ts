import { toast, useApi, useErrorText, useViewer } from '@recado/sdk/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { keys } from '../../../base/query-keys.ts'
import { reportFailure } from '../../../base/ui/report-failure.ts'
import type { Ticket, TicketBulkResult } from '../../../base/contracts.ts'
import type { TicketFilter } from '../../../data/tickets/ticket-filter.ts'
import { newerTicket, placeTicket, type TicketPages } from '../../../data/tickets/ticket-merge.ts'
import { changeOf, undoOf, type BulkAct, type BulkChange } from './bulk-acts.ts'

/** Time for which an act can be undone. Milliseconds. */
const undoMs = 10_000

/** Does something with several tickets in one request, says how it went, and offers to undo it. */
export function useBulkAct(): { run(tickets: readonly Ticket[], act: BulkAct): void; busy: boolean } {
  const api = useApi()
  const queries = useQueryClient()
  const viewer = useViewer()
  const text = useErrorText()
  const { t } = useTranslation('attendance')
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (changes: readonly BulkChange[]) => api.post<TicketBulkResult[]>('/tickets/bulk', { changes }),
    onSuccess: (results) => {
      for (const { ticket } of results) {
        if (!ticket) continue
        queries.setQueryData<Ticket>(keys.ticket(ticket.id), (known) => known && newerTicket(known, ticket))
        for (const [key, pages] of queries.getQueriesData<TicketPages>({ queryKey: keys.ticketLists }))
          if (pages)
            queries.setQueryData<TicketPages>(key, placeTicket(pages, ticket, key[2] as TicketFilter, viewer.userId))
      }
      void queries.invalidateQueries({ queryKey: keys.counts })
    },
    onError: reportFailure,
  })
  const sayRefused = (results: readonly TicketBulkResult[]) => {
    const refused = results.filter(({ error }) => error !== null)
    if (refused.length > 0) toast.error(t('bulk.failed', { count: refused.length, why: text(refused[0]!.error!) }))
  }
  const run = (tickets: readonly Ticket[], act: BulkAct) => {
    const changes = tickets.flatMap((ticket) => changeOf(ticket, act) ?? [])
    if (changes.length === 0) return void toast.info(t('bulk.nothing'))
    void mutateAsync(changes).then(
      (results) => {
        const changed = new Map(results.flatMap(({ id, ticket }) => (ticket ? [[id as string, ticket]] : [])))
        const undo = tickets.flatMap((ticket) => {
          const after = changed.get(ticket.id)
          return after ? (undoOf(ticket, after, act) ?? []) : []
        })
        sayRefused(results)
        toast.success(t('bulk.done', { count: changed.size }), {
          id: 'bulk',
          durationMs: undoMs,
          ...(undo.length > 0 && {
            action: {
              label: t('bulk.undo'),
              onClick: () =>
                void mutateAsync(undo).then(
                  (undone) => {
                    sayRefused(undone)
                    toast.success(t('bulk.undone'), { id: 'bulk' })
                  },
                  () => undefined,
                ),
            },
          }),
        })
      },
      () => undefined,
    )
  }
  return { run, busy: isPending }
}
