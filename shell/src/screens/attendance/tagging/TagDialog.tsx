import { Dialog } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'
import type { Ticket } from '../../../base/contracts.ts'
import { TagChoice } from '../../../parts/contacts/TagPicker.tsx'
import { useTicketTags } from '../panel/PanelSections.tsx'

/** Tags of the open conversation by keys: what is typed finds a tag, and Enter gives or takes it. */
export function TagDialog({ ticket, onClose }: { ticket: Ticket; onClose(): void }) {
  const { t } = useTranslation('attendance')
  const [tags, keep] = useTicketTags(ticket)
  return (
    <Dialog
      title={t('panel.ticketTags')}
      description={ticket.name}
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <TagChoice tags={tags} onChange={(next) => keep(next as Ticket['tags'])} />
    </Dialog>
  )
}
