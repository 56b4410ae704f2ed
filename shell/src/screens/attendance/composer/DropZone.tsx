import { Paperclip } from 'lucide-react'
import { useState, type DragEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Ticket } from '../../../base/contracts.ts'
import type { Channel } from '../use-channel.ts'
import { carriesFiles, useAttachments } from './use-attachments.ts'
import { useServiceWindow } from './use-service-window.ts'

const bringsFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files')

/**
 * The whole conversation takes files that are dropped on it, where it can be written in; nothing else that is dragged
 * is touched.
 */
export function DropZone({
  ticket,
  channel,
  className,
  children,
}: {
  ticket: Ticket
  channel: Channel | undefined
  className: string
  children: ReactNode
}) {
  const { t } = useTranslation('attendance')
  const { attach } = useAttachments(ticket, channel)
  const window = useServiceWindow(ticket)
  // Every entered element causes an event, and every left one.
  const [depth, setDepth] = useState(0)
  const takes =
    carriesFiles(channel) && (ticket.status === 'open' || ticket.status === 'group') && window?.open !== false
  return (
    <div
      className={`relative ${className}`}
      onDragEnter={(event) => {
        if (bringsFiles(event)) setDepth((now) => now + 1)
      }}
      onDragLeave={(event) => {
        if (bringsFiles(event)) setDepth((now) => Math.max(0, now - 1))
      }}
      // A file that nobody takes would be opened in place of the product.
      onDragOver={(event) => {
        if (bringsFiles(event)) event.preventDefault()
      }}
      onDrop={(event) => {
        if (!bringsFiles(event)) return
        event.preventDefault()
        setDepth(0)
        if (takes) attach([...event.dataTransfer.files])
      }}
    >
      {children}
      {takes && depth > 0 && (
        <div
          className={
            'pointer-events-none absolute inset-2 z-20 grid place-items-center rounded-lg border-2 border-dashed ' +
            'border-accent bg-canvas/85 text-thread font-medium'
          }
        >
          <span className="flex items-center gap-2">
            <Paperclip size={18} aria-hidden />
            {t('attachment.drop')}
          </span>
        </div>
      )}
    </div>
  )
}
