import {
  Badge,
  ConfirmDialog,
  Dialog,
  EmptyState,
  ErrorState,
  Icon,
  IconButton,
  Skeleton,
  useWords,
} from '@recado/sdk/ui'
import { useState } from 'react'
import type { SavedReport } from '../../saved/saved-report.ts'
import { SaveDialog } from './save-dialog.tsx'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { useSaved, useSavedActs } from './use-saved.ts'

interface SavedDialogProps {
  onOpen(report: SavedReport): void
  onClose(): void
}
/** Saved reports, one's own and shared ones, and what can be done with them. */
export function SavedDialog({ onOpen, onClose }: SavedDialogProps) {
  const { t } = useWords()
  const saved = useSaved()
  const { remove } = useSavedActs()
  const [doing, setDoing] = useState<{ what: 'edit' | 'delete' | 'schedule'; id: string }>()
  const chosen = saved.data?.find(({ id }) => id === doing?.id)
  const end = () => setDoing(undefined)
  return (
    <Dialog open title={t('saved.title')} shape="wide" onOpenChange={(open) => !open && onClose()}>
      {saved.isPending && <Skeleton lines={4} />}
      {saved.isError && <ErrorState what={t('saved.what')} error={saved.error} onRetry={() => void saved.refetch()} />}
      {saved.data?.length === 0 && (
        <EmptyState icon={<Icon name="clipboard-list" />} title={t('saved.none')}>
          {t('saved.noneHelp')}
        </EmptyState>
      )}
      {saved.data && saved.data.length > 0 && (
        <ul className="flex flex-col">
          {saved.data.map((report) => (
            <Row
              key={report.id}
              report={report}
              onOpen={() => {
                onOpen(report)
                onClose()
              }}
              onDo={(what) => setDoing({ what, id: report.id })}
            />
          ))}
        </ul>
      )}
      {chosen && doing?.what === 'edit' && <SaveDialog report={chosen} onClose={end} />}
      {chosen && doing?.what === 'schedule' && <ScheduleDialog report={chosen} onClose={end} />}
      <ConfirmDialog
        open={chosen !== undefined && doing?.what === 'delete'}
        title={t('saved.deleteTitle', { name: chosen?.name })}
        description={t('saved.deleteText')}
        confirmLabel={t('saved.deleteConfirm')}
        onOpenChange={(open) => !open && end()}
        onConfirm={() => remove.mutateAsync(doing!.id)}
      />
    </Dialog>
  )
}

interface RowProps {
  readonly report: SavedReport
  onOpen(): void
  onDo(what: 'edit' | 'delete' | 'schedule'): void
}
function Row({ report, onOpen, onDo }: RowProps) {
  const { t, i18n } = useWords()
  const { name, schedule } = report
  const when = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'short', timeStyle: 'short' })
  const failed = schedule?.deliveries.some(({ failure }) => failure !== null)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2 last:border-0">
      <div className="flex min-w-0 flex-1 basis-60 flex-col gap-0.5">
        <button
          type="button"
          className="w-fit max-w-full truncate text-left font-medium underline underline-offset-2"
          aria-label={t('saved.open', { name })}
          onClick={onOpen}
        >
          {name}
        </button>
        <span className="flex flex-wrap items-center gap-2 text-xs text-ink-muted">
          {report.isShared && <Badge>{t('saved.shared')}</Badge>}
          {!report.isOwn && t('saved.by', { name: report.owner ?? t('saved.gone') })}
          {schedule &&
            (schedule.nextAt
              ? t('schedule.next', { at: when.format(new Date(schedule.nextAt)) })
              : t('schedule.stopped'))}
          {failed && <Badge tone="danger">{t('schedule.failed', { reason: '' }).replace(/:\s*$/, '')}</Badge>}
        </span>
      </div>
      {report.mayChange && (
        <span className="flex gap-1">
          <IconButton
            size="small"
            icon={<Icon name="mail" size={16} />}
            label={t('saved.schedule', { name })}
            onClick={() => onDo('schedule')}
          />
          <IconButton
            size="small"
            icon={<Icon name="pencil" size={16} />}
            label={t('saved.edit', { name })}
            onClick={() => onDo('edit')}
          />
          <IconButton
            size="small"
            icon={<Icon name="trash-2" size={16} />}
            label={t('saved.delete', { name })}
            onClick={() => onDo('delete')}
          />
        </span>
      )}
    </li>
  )
}
