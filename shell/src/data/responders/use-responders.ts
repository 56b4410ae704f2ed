import { toast, useApi } from '@recado/sdk/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { keys } from '../../base/query-keys.ts'
import { reportFailure } from '../../base/ui/report-failure.ts'
import type { OfferedResponder, ResponderOrderChange, ResponderOrders, TicketResponders } from '../../base/contracts.ts'

/** Offered responders with their texts; one that is not offered any more has the name it is stored under. */
export interface Offer {
  readonly offered: readonly OfferedResponder[]
  find(place: { readonly plugin: string; readonly name: string }): OfferedResponder | undefined
  titleOf(place: { readonly plugin: string; readonly name: string }): string
  helpOf(responder: OfferedResponder): string
  pluginOf(responder: OfferedResponder): string
}

/** The orders of the company. `offer` is absent until the texts of the plugins are there. */
export function useResponderOrders() {
  const api = useApi()
  const query = useQuery({
    queryKey: keys.responders,
    queryFn: ({ signal }) => api.get<ResponderOrders>('/responders', { signal }),
    refetchOnMount: 'always',
  })
  const offered = query.data?.offered ?? []
  const namespaces = [...new Set(offered.map(({ namespace }) => namespace))]
  const { t, i18n, ready } = useTranslation(namespaces, { useSuspense: false })
  const find: Offer['find'] = ({ plugin, name }) => offered.find((one) => one.plugin === plugin && one.name === name)
  const offer: Offer | undefined =
    query.data && (ready || namespaces.length === 0)
      ? {
          offered,
          find,
          titleOf: (place) => {
            const found = find(place)
            return found
              ? t(`${found.words}.title`, { ns: found.namespace, defaultValue: found.name })
              : `${place.plugin}.${place.name}`
          },
          helpOf: ({ namespace, words }) => t(`${words}.help`, { ns: namespace, defaultValue: '' }),
          pluginOf: ({ plugin, pluginTitle }) => pluginTitle[i18n.language] ?? pluginTitle['en'] ?? plugin,
        }
      : undefined
  return { query, offer }
}

/** Sets the order of a scope, or takes it away; the forms show what is refused. */
export function useSaveOrder() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (change: ResponderOrderChange) => api.put<ResponderOrders>('/responders', change),
    onSuccess: (orders) => queries.setQueryData(keys.responders, orders),
  })
}

/** Gives a ticket back to who answers first. What is refused is told. */
export function useGiveBack(ticketId: string) {
  const { t } = useTranslation('attendance')
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => api.post(`/tickets/${ticketId}/responders`),
    onSuccess: () => {
      toast.success(t('responders.givenBack'))
      return queries.invalidateQueries({ queryKey: keys.ticketResponders(ticketId) })
    },
    onError: reportFailure,
  })
}

/** Who has a ticket among the responders, and what was decided; asked again when the ticket has changed. */
export function useTicketResponders(ticketId: string, updatedAt: string) {
  const api = useApi()
  return useQuery({
    queryKey: [...keys.ticketResponders(ticketId), updatedAt],
    queryFn: ({ signal }) => api.get<TicketResponders>(`/tickets/${ticketId}/responders`, { signal }),
    placeholderData: (before) => before,
  })
}
