import { toast } from '@recado/sdk/ui'
import { useParams, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { TicketView } from '../../../base/contracts.ts'
import { addressOf, type TicketFilter } from '../../../data/tickets/ticket-filter.ts'
import { useTicketViews } from './use-ticket-views.ts'
import { filterOfView } from './view-filter.ts'

/** Shows a saved view in the list. */
export function useShowView(): (view: { readonly id: string; readonly filter: TicketFilter }) => void {
  const router = useRouter()
  const { viewId } = useParams({ strict: false }) as { viewId?: string }
  return useCallback(
    ({ id, filter }) =>
      void router.navigate({
        to: '/atendimento',
        search: { ...addressOf(filter), visao: id } as never,
        replace: viewId !== undefined,
      }),
    [router, viewId],
  )
}

/** {@link useShowView}; `/atendimento/visao/:id` shows its view by itself, and says so when there is none. */
export function useOpenView(): (view: TicketView) => void {
  const { t } = useTranslation('attendance')
  const router = useRouter()
  const { viewId } = useParams({ strict: false }) as { viewId?: string }
  const { refetch } = useTicketViews()
  const show = useShowView()
  const open = useCallback((view: TicketView) => show({ id: view.id, filter: filterOfView(view) }), [show])
  useEffect(() => {
    if (viewId === undefined) return
    let wanted = true
    // The cached list may be older than the view.
    void refetch().then(({ data }) => {
      if (!wanted) return
      const view = data?.find((one) => one.id === viewId)
      if (view) return open(view)
      toast.error(t('errors:ERR_NO_TICKET_VIEW_FOUND'), { id: 'no-view' })
      void router.navigate({ to: '/atendimento', replace: true })
    })
    return () => {
      wanted = false
    }
  }, [viewId, refetch, open, router, t])
  return open
}
