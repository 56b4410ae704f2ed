import { Button, toast, useApi, usePermission, useViewer } from '@recado/sdk/ui'
import { useQueryClient } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showTicket } from '../../../data/tickets/use-ticket.ts'
import { useContactActs } from '../../../data/contacts/use-contacts.ts'
import type {
  AttributeDefinition,
  AttributeValue,
  AttributeValues as Values,
  Contact,
  Ticket,
} from '../../../base/contracts.ts'
import { shownAttributes } from '../../../parts/attributes/attribute-draft.ts'
import { AttributesForm } from './AttributesForm.tsx'
import { AttributeValues } from '../../../parts/attributes/AttributeValues.tsx'
import { useAttributes } from '../../../data/attributes/use-attributes.ts'

/** Attributes of a conversation's contact. Empty if the company defined none. */
export function ContactAttributes({ contact }: { contact: Contact }) {
  const { t } = useTranslation('contacts')
  const definitions = useAttributes('contact')
  const { change } = useContactActs()
  const mayWrite = usePermission('contacts.write')
  const send = (attributes: Record<string, AttributeValue | null>) => change.mutateAsync({ id: contact.id, attributes })
  return (
    <InPanel
      definitions={definitions}
      values={contact.attributes ?? {}}
      title={t('attribute.edit')}
      mayWrite={mayWrite}
      send={send}
    />
  )
}

/** Attributes of a ticket. */
export function TicketAttributes({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation('contacts')
  const definitions = useAttributes('ticket')
  const send = useTicketAttributes(ticket.id)
  const mayWrite = usePermission('tickets.write')
  return (
    <InPanel
      definitions={definitions}
      values={ticket.attributes ?? {}}
      title={t('attribute.editTicket')}
      mayWrite={mayWrite}
      send={send}
    />
  )
}

/** Changes values of a ticket; the answer is shown wherever the ticket is. */
export function useTicketAttributes(ticketId: string) {
  const api = useApi()
  const queries = useQueryClient()
  const { userId } = useViewer()
  return async (
    attributes: Record<string, AttributeValue | null>,
    more: { status?: 'closed'; withoutFarewell?: true } = {},
  ) => showTicket(queries, await api.put<Ticket>(`/tickets/${ticketId}`, { attributes, ...more }), userId)
}

function InPanel({
  definitions,
  values,
  title,
  mayWrite,
  send,
}: {
  definitions: readonly AttributeDefinition[]
  values: Values
  title: string
  mayWrite: boolean
  send(change: Record<string, AttributeValue | null>): Promise<unknown>
}) {
  const { t } = useTranslation('contacts')
  const [open, setOpen] = useState(false)
  const shown = shownAttributes(definitions, values)
  if (shown.length === 0) return null
  const isEmpty = shown.every(({ key }) => values[key] === undefined)
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {isEmpty ? (
        <p className="text-list text-ink-muted">{t('attribute.empty')}</p>
      ) : (
        <AttributeValues definitions={shown} values={values} />
      )}
      {mayWrite && (
        <Button size="small" className="self-start" icon={<Pencil size={14} />} onClick={() => setOpen(true)}>
          {t(isEmpty ? 'attribute.fill' : 'attribute.edit')}
        </Button>
      )}
      {open && (
        <AttributesForm
          title={title}
          action={t('shell:action.save')}
          definitions={shown}
          values={values}
          send={async (change) => {
            await send(change)
            toast.success(t('attribute.saved'))
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}
