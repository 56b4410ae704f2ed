import { Button, IconButton, toast } from '@recado/sdk/ui'
import { ArrowLeftRight, X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useWorkplace } from '../../../data/workplace/workplace-context.ts'

/** The same user's concurrent draft from another device: one tap swaps the two. */
export function OtherDraft({ ticketId }: { ticketId: string }) {
  const { t, i18n } = useTranslation('attendance')
  const { drafts } = useWorkplace()
  const other = useSyncExternalStore(drafts.subscribe, () => drafts.otherOf(ticketId))
  if (!other) return null
  const discard = () => {
    drafts.offer(ticketId, undefined)
    toast.success(t('draft.discarded'), {
      action: { label: t('undo.act'), onClick: () => drafts.offer(ticketId, other) },
    })
  }
  const writtenAt = new Intl.DateTimeFormat(i18n.language, {
    day: '2-digit',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(other.writtenAt))
  return (
    <div
      className={
        'mx-auto mb-1.5 flex w-full max-w-4xl items-center gap-2 rounded-lg border border-line bg-raised py-1 pr-1 ' +
        'pl-3 text-list'
      }
    >
      <span role="status" className="flex min-w-0 flex-1 flex-col pane:flex-row pane:gap-2">
        <span className="shrink-0 text-ink-muted">{t('draft.other', { at: writtenAt })}</span>
        <span className="truncate">{other.text || new Intl.ListFormat(i18n.language).format(other.files)}</span>
      </span>
      <Button size="small" icon={<ArrowLeftRight size={14} />} onClick={() => drafts.swap(ticketId)}>
        {t('draft.swap')}
      </Button>
      <IconButton size="small" icon={<X size={14} />} label={t('draft.discard')} onClick={discard} />
    </div>
  )
}
