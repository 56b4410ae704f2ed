import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Ticket } from '../../../base/contracts.ts'
import { AttributesForm } from './AttributesForm.tsx'
import { useTicketAttributes } from './AttributesInPanel.tsx'
import { useAttributeQuery, useAttributes } from '../../../data/attributes/use-attributes.ts'

/** Asks for what a ticket lacks, and resolves it with that. `keys` are those of the refusal. */
export function ResolveWithAttributes({
  ticket,
  keys,
  withoutFarewell,
  beforeResolving,
  onClose,
}: {
  ticket: Ticket
  keys: readonly string[]
  withoutFarewell: boolean
  /** Called before the request; what it returns is run once the ticket is resolved. */
  beforeResolving(): () => void
  onClose(): void
}) {
  const { t } = useTranslation('contacts')
  const definitions = useAttributes('ticket').filter(({ key }) => keys.includes(key))
  const send = useTicketAttributes(ticket.id)
  const { refetch } = useAttributeQuery()
  const isKnown = definitions.length === keys.length
  // The company may have asked for something more a moment ago.
  useEffect(() => {
    if (!isKnown) void refetch()
  }, [isKnown, refetch])
  if (!isKnown) return null
  return (
    <AttributesForm
      title={t('attribute.resolveTitle')}
      detail={t('attribute.resolveDetail')}
      action={t('attribute.resolve')}
      definitions={definitions}
      values={ticket.attributes ?? {}}
      required
      send={async (change) => {
        const resolved = beforeResolving()
        await send(change, { status: 'closed', ...(withoutFarewell && { withoutFarewell: true }) })
        resolved()
      }}
      onClose={onClose}
    />
  )
}
