import { Button, Dialog } from '@recado/sdk/ui'
import { useState, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Ticket } from '../../../base/contracts.ts'
import { FileGallery } from '../../../parts/files/FileGallery.tsx'

/** Opens the gallery of this conversation; nothing is asked for before. */
export function FilesInPanel({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation('contacts')
  const [open, setOpen] = useState(false)
  // A link of the gallery to a message leads into the conversation below it.
  const leave = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('a[href^="#/"]')) setOpen(false)
  }
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('files.open')}
      </Button>
      <Dialog title={t('files.title')} shape="wide" open={open} onOpenChange={setOpen}>
        {open && (
          <div onClick={leave}>
            <FileGallery source={{ contactId: ticket.contactId, ticketId: ticket.id }} />
          </div>
        )}
      </Dialog>
    </>
  )
}
