import { ConfirmDialog, toast, useApi } from '@recado/sdk/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { hideTicket } from '../../../data/tickets/use-ticket.ts'
import type { Ticket } from '../../../base/contracts.ts'

/** S8-146: says that it cannot be undone, and deletes. */
export function DeleteTicket({ ticket, onClose, onDone }: { ticket: Ticket; onClose(): void; onDone(): void }) {
  const { t } = useTranslation('tickets')
  const api = useApi()
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: () => api.delete(`/tickets/${ticket.id}`),
    onSuccess: () => {
      hideTicket(queries, ticket.id)
      toast.success(t('remove.done'))
      onDone()
    },
  })
  return (
    <ConfirmDialog
      title={t('remove.title')}
      description={t('remove.detail', { name: ticket.name })}
      confirmLabel={t('remove.confirm')}
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      onConfirm={() => remove.mutateAsync()}
    />
  )
}
