import { Button, Dialog } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'
import type { Ticket } from '../../../base/contracts.ts'
import { useQueues } from '../../../data/queues/use-queues.ts'
import { useTags } from '../../../data/tags/use-tags.ts'
import type { BulkAct } from './bulk-acts.ts'
import { useSnoozeText } from '../snooze/SnoozeMark.tsx'
import { previewOf } from './bulk-preview.ts'

/** So many names are written out; more are counted. */
const mostNamed = 6

/** What an act on several tickets will change, and which of them stay as they are and why, before it is done. */
export function BulkPreview({
  tickets,
  act,
  onAct,
  onClose,
}: {
  tickets: readonly Ticket[]
  act: BulkAct
  onAct(): void
  onClose(): void
}) {
  const { t } = useTranslation('attendance')
  const label = useActLabel()(act)
  const snoozed = useSnoozeText()
  const { changed, skipped } = previewOf(tickets, act)
  const done = () => {
    onAct()
    onClose()
  }
  return (
    <Dialog
      title={label}
      description={t('bulk.preview.changes', { count: changed.length })}
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      footer={
        <>
          <Button onClick={onClose}>{t('shell:action.cancel')}</Button>
          <Button autoFocus variant="primary" disabled={changed.length === 0} onClick={done}>
            {changed.length === 0 ? label : t('bulk.preview.submit', { count: changed.length })}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-list">
        {typeof act === 'object' && 'snoozeUntil' in act && <p>{snoozed({ until: act.snoozeUntil })}</p>}
        <Names
          rows={changed.map((ticket) => ({
            id: ticket.id,
            name: ticket.name,
            detail: ticket.queue ?? ticket.protocol,
          }))}
        />
        {skipped.length > 0 && (
          <section className="border-t border-line pt-3">
            <h3 className="mb-1.5 font-medium text-ink-muted">
              {t('bulk.preview.skipped', { count: skipped.length })}
            </h3>
            <Names
              rows={skipped.map(({ ticket, why }) => ({
                id: ticket.id,
                name: ticket.name,
                detail: why === 'status' ? t(`status.${ticket.status}`) : t(`bulk.preview.${why}`),
              }))}
            />
          </section>
        )}
        <p className="text-ink-muted">{t('bulk.preview.undoable')}</p>
      </div>
    </Dialog>
  )
}

function Names({ rows }: { rows: readonly { id: string; name: string; detail: string }[] }) {
  const { t } = useTranslation('attendance')
  return (
    <ul className="flex flex-col gap-1">
      {rows.slice(0, mostNamed).map(({ id, name, detail }) => (
        <li key={id} className="flex min-w-0 items-baseline gap-2">
          <span className="min-w-0 truncate">{name}</span>
          <span className="shrink-0 text-xs text-ink-muted">{detail}</span>
        </li>
      ))}
      {rows.length > mostNamed && (
        <li className="text-ink-muted">{t('bulk.preview.more', { count: rows.length - mostNamed })}</li>
      )}
    </ul>
  )
}

/** An act as its entry in the menu names it, with what is chosen in it. */
function useActLabel(): (act: BulkAct) => string {
  const { t } = useTranslation('attendance')
  const queues = useQueues()
  const tags = useTags()
  return (act) => {
    if (typeof act === 'string') return t(`bulk.${act}`)
    if ('priority' in act) return `${t('priority.title')}: ${t(`priority.${act.priority}`)}`
    if ('tagId' in act) return `${t('bulk.tag')}: ${tags.find(({ id }) => id === act.tagId)?.tag ?? ''}`
    if ('queueId' in act) return `${t('bulk.queue')}: ${queues.find(({ id }) => id === act.queueId)?.queue ?? ''}`
    return t('act.snooze')
  }
}
