import { useTranslation } from 'react-i18next'
import { useManifest } from '../../../data/workplace/workplace-context.ts'
import type { TicketLogEntry, TicketPriority } from '../../../base/contracts.ts'
import { clockTime } from '../../../base/i18n/per-locale.ts'
import { useNow } from '../../../base/ui/use-now.ts'

/**
 * A step of the ticket in a sentence: author and change. A plugin is shown by its title, by its id once it is switched
 * off.
 */
export function useLogText(): (entry: TicketLogEntry) => string {
  const { t, i18n } = useTranslation('attendance')
  const { timeZone, plugins } = useManifest()
  const about = (type: TicketLogEntry['type'], detail: string): Record<string, string> => {
    switch (type) {
      case 'priority':
        return { priority: t(`priority.${detail as TicketPriority}`) }
      case 'snooze':
        return {
          at: new Intl.DateTimeFormat(i18n.language, {
            timeZone,
            day: '2-digit',
            month: 'short',
            hour: '2-digit',
            minute: '2-digit',
          }).format(new Date(detail)),
        }
      case 'wake':
        return { context: detail }
      default:
        return { protocol: detail }
    }
  }
  const nameOf = (plugin: string): string => {
    const title = plugins.find(({ id }) => id === plugin)?.title
    return title?.[i18n.language] ?? title?.['en'] ?? plugin
  }
  return ({ type, user, plugin, queue, detail }) =>
    t(`log.${type}`, {
      user: user?.name ?? (plugin === null ? t('log.nobody') : nameOf(plugin)),
      queue: queue?.queue ?? t('log.noQueue'),
      ...contextOf(type, user !== null || plugin !== null),
      ...(detail !== null ? about(type, detail) : type === 'snooze' ? { context: 'answer' } : {}),
    })
}

/** The same step reads otherwise when nobody of the company took it. */
function contextOf(type: TicketLogEntry['type'], isSomebody: boolean): { context?: string } {
  if (type === 'create') return isSomebody ? { context: 'user' } : {}
  if (isSomebody) return {}
  return type === 'receivedTransfer'
    ? { context: 'queue' }
    : type === 'pending' || type === 'closed'
      ? { context: 'nobody' }
      : {}
}

export function SystemLine({ entry }: { entry: TicketLogEntry }) {
  const { i18n } = useTranslation()
  const text = useLogText()(entry)
  return (
    <p className="flex flex-col items-center gap-1 px-6 py-2 text-center text-xs text-ink-muted">
      <span>
        {text}{' '}
        <time dateTime={entry.createdAt} className="tabular-nums">
          {clockTime(i18n.language).format(new Date(entry.createdAt))}
        </time>
      </span>
      {entry.note && (
        <q
          className={
            'max-w-prose rounded-md border border-line bg-surface px-2.5 py-1 text-list text-ink whitespace-pre-wrap ' +
            'wrap-anywhere'
          }
        >
          {entry.note}
        </q>
      )}
    </p>
  )
}

export function DayLine({ at }: { at: string }) {
  const { t, i18n } = useTranslation('attendance')
  const date = new Date(at)
  const now = useNow()
  const days = Math.round((new Date(now).setHours(0, 0, 0, 0) - new Date(at).setHours(0, 0, 0, 0)) / 86_400_000)
  const words =
    days === 0
      ? t('thread.today')
      : days === 1
        ? t('thread.yesterday')
        : new Intl.DateTimeFormat(i18n.language, { dateStyle: 'long' }).format(date)
  return (
    <div
      role="separator"
      aria-label={words}
      className="flex items-center gap-3 px-4 py-3 text-xs font-medium text-ink-muted"
    >
      <span className="h-px flex-1 bg-line" />
      <span>{words}</span>
      <span className="h-px flex-1 bg-line" />
    </div>
  )
}
