import { Button, Dialog } from '@recado/sdk/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Ticket } from '../../../base/contracts.ts'
import { FileGallery } from '../../../parts/files/FileGallery.tsx'
import { LeaveGallery } from '../../../parts/files/leave-gallery.ts'

/** Opens the gallery of this conversation; nothing is asked for before. */
export function FilesInPanel({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation('contacts')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('files.open')}
      </Button>
      <Dialog title={t('files.title')} shape="wide" open={open} onOpenChange={setOpen}>
        {open && (
          <LeaveGallery value={() => setOpen(false)}>
            <FileGallery source={{ contactId: ticket.contactId, ticketId: ticket.id }} />
          </LeaveGallery>
        )}
      </Dialog>
    </>
  )
}
