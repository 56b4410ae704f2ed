import { IconButton } from '@recado/sdk/ui'
import { Reply, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { contentOf, type Message } from '../../../base/contracts.ts'
import { MessagePreview } from '../../../parts/messages/MessagePreview.tsx'

/** The message that is answered, above what is written. */
export function QuotedMessage({ message, onCancel }: { message: Message; onCancel(): void }) {
  const { t } = useTranslation('attendance')
  return (
    <div className="flex items-center gap-2 border-b border-line px-3 py-2 text-list text-ink-muted">
      <Reply size={15} className="shrink-0" aria-hidden />
      <span className="min-w-0 flex-1 truncate">
        <MessagePreview words={message.body} content={contentOf(message.parts)} />
      </span>
      <IconButton size="small" icon={<X size={14} />} label={t('composer.cancelReply')} onClick={onCancel} />
    </div>
  )
}
