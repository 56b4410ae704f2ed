import { toast } from '@recado/sdk/ui'
import { useParams, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { TicketView } from '../../../base/contracts.ts'
import { addressOf } from '../../../data/tickets/ticket-filter.ts'
import { useTicketViews } from './use-ticket-views.ts'
import { filterOfView } from './view-filter.ts'

/** Shows a saved view in the list. `/atendimento/visao/:id` does by itself, and says so when there is none. */
export function useOpenView(): (view: TicketView) => void {
  const { t } = useTranslation('attendance')
  const router = useRouter()
  const { viewId } = useParams({ strict: false }) as { viewId?: string }
  const { refetch } = useTicketViews()
  const open = useCallback(
    (view: TicketView) =>
      void router.navigate({
        to: '/atendimento',
        search: { ...addressOf(filterOfView(view)), visao: view.id } as never,
        replace: viewId !== undefined,
      }),
    [router, viewId],
  )
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
