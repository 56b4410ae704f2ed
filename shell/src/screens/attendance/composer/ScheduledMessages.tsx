import {
  Badge,
  Button,
  ConfirmDialog,
  DateTimeField,
  Dialog,
  EmptyState,
  ErrorState,
  Field,
  Skeleton,
  Textarea,
  toast,
  useErrorText,
  useErrorWords,
  usePermission,
  useViewer,
} from '@recado/sdk/ui'
import { CalendarClock, CalendarX2, FileText, Pencil, Trash2, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ScheduledMessage } from '../../../base/contracts.ts'
import { saidIn, wordsOf } from '../../../data/messages/scheduled.ts'
import { useNow } from '../../../base/ui/use-now.ts'
import { localTime } from './schedule-presets.ts'
import { useScheduled, useScheduledCancel, useScheduledChange } from './use-scheduled.ts'

/** Above the composer: how many messages wait for their time, and what could not be sent. Opens their list. */
export function ScheduledMessages({ ticketId }: { ticketId: string }) {
  const { t } = useTranslation('attendance')
  const [open, setOpen] = useState(false)
  const list = useScheduled(ticketId)
  const messages = list.data?.messages ?? []
  const failed = messages.filter(({ status }) => status === 'failed').length
  const waiting = messages.length - failed
  if (messages.length === 0 && !open) return null
  return (
    <>
      <div className="shrink-0 px-3 pb-1.5 pane:px-4">
        <div className="mx-auto flex w-full max-w-4xl flex-wrap gap-2" role="status">
          {waiting > 0 && (
            <Button size="small" variant="ghost" icon={<CalendarClock size={15} />} onClick={() => setOpen(true)}>
              {t('scheduled.waiting', { count: waiting })}
            </Button>
          )}
          {failed > 0 && (
            <Button
              size="small"
              variant="ghost"
              className="text-danger"
              icon={<TriangleAlert size={15} />}
              onClick={() => setOpen(true)}
            >
              {t('scheduled.failed', { count: failed })}
            </Button>
          )}
        </div>
      </div>
      <Dialog title={t('scheduled.title')} shape="sheet" open={open} onOpenChange={setOpen}>
        {list.isPending && <Skeleton height="5rem" />}
        {list.isError && (
          <ErrorState what={t('scheduled.what')} error={list.error} onRetry={() => void list.refetch()} />
        )}
        {list.isSuccess && messages.length === 0 && (
          <EmptyState icon={<CalendarClock size={20} />} title={t('scheduled.none')}>
            {t('scheduled.noneDetail')}
          </EmptyState>
        )}
        <ul className="flex flex-col gap-3">
          {messages.map((message) => (
            <Entry key={message.id} message={message} />
          ))}
        </ul>
      </Dialog>
    </>
  )
}

function Entry({ message }: { message: ScheduledMessage }) {
  const { t, i18n } = useTranslation('attendance')
  const viewer = useViewer()
  const mayWrite = usePermission('messages.write')
  const problemOf = useErrorWords()
  const textOf = useErrorText()
  const cancel = useScheduledCancel(message.ticketId)
  const [editing, setEditing] = useState(false)
  const [asking, setAsking] = useState(false)
  const at = new Date(message.scheduleDate)
  const failure = message.failure && problemOf(message.failure.code)
  const said = saidIn(message)
  return (
    <li className="flex flex-col gap-2 rounded-lg border border-line bg-surface p-3">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-list text-ink-muted">
        <time dateTime={message.scheduleDate} className="font-semibold text-ink">
          {new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' }).format(at)}
        </time>
        <span className="min-w-0 truncate">
          {message.userId === viewer.userId
            ? t('scheduled.byYou')
            : t('scheduled.by', { name: message.username ?? '' })}
        </span>
        {failure && <Badge tone="danger">{t('outgoing.refused')}</Badge>}
      </div>
      {message.media.map((file) => (
        <span key={file.id} className="flex min-w-0 items-center gap-2 text-list">
          <FileText size={15} className="shrink-0 text-ink-muted" aria-hidden />
          <span className="truncate">{file.name ?? file.mime}</span>
        </span>
      ))}
      {said !== '' && !editing && <p className="max-h-40 overflow-y-auto break-words whitespace-pre-wrap">{said}</p>}
      {failure && <p className="text-list text-danger">{failure.text}</p>}
      {editing ? (
        <EntryForm message={message} mine={message.userId === viewer.userId} onClose={() => setEditing(false)} />
      ) : (
        mayWrite && (
          <div className="flex flex-wrap gap-2">
            <Button size="small" icon={<Pencil size={14} />} onClick={() => setEditing(true)}>
              {t(failure ? 'scheduled.again' : 'scheduled.change')}
            </Button>
            <Button size="small" variant="ghost" icon={<Trash2 size={14} />} onClick={() => setAsking(true)}>
              {t(failure ? 'outgoing.discard' : 'scheduled.cancel')}
            </Button>
          </div>
        )
      )}
      {cancel.isError && (
        <p role="alert" className="text-list text-danger">
          {textOf(cancel.error)}
        </p>
      )}
      <ConfirmDialog
        title={t('scheduled.cancelTitle')}
        description={t('scheduled.cancelDetail')}
        confirmLabel={t('scheduled.cancel')}
        open={asking}
        onOpenChange={setAsking}
        onConfirm={async () => {
          await cancel.mutateAsync(message.id)
          toast.success(t('scheduled.canceled'))
        }}
      />
    </li>
  )
}

function EntryForm({ message, mine, onClose }: { message: ScheduledMessage; mine: boolean; onClose(): void }) {
  const { t } = useTranslation('attendance')
  const textOf = useErrorText()
  const change = useScheduledChange(message.ticketId)
  const now = useNow()
  const before = wordsOf(message)
  const [body, setBody] = useState(before)
  const [at, setAt] = useState<string | null>(
    message.status === 'failed' ? '' : localTime(new Date(message.scheduleDate)),
  )
  const isPast = at !== null && at !== '' && new Date(at).getTime() < now
  const canSave =
    at !== null && at !== '' && !isPast && (body.trim() !== '' || message.parts.some(({ kind }) => kind !== 'text'))
  const save = () =>
    change.mutate(
      { id: message.id, scheduleDate: new Date(at!).toISOString(), ...(body !== before && { body }) },
      { onSuccess: onClose },
    )
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (canSave) save()
      }}
    >
      {mine && (
        <Field label={t('scheduled.text')}>
          <Textarea value={body} rows={3} autoFocus onChange={(event) => setBody(event.target.value)} />
        </Field>
      )}
      <DateTimeField
        label={t('schedule.other')}
        value={at}
        min={localTime(new Date(now))}
        error={isPast ? t('schedule.past') : undefined}
        onValueChange={setAt}
      />
      {change.isError && (
        <p role="alert" className="text-list text-danger">
          {textOf(change.error)}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button type="button" size="small" variant="ghost" icon={<CalendarX2 size={14} />} onClick={onClose}>
          {t('scheduled.keep')}
        </Button>
        <Button type="submit" size="small" variant="primary" busy={change.isPending} disabled={!canSave}>
          {t('editing.save')}
        </Button>
      </div>
    </form>
  )
}
