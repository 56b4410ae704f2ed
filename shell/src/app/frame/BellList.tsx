import { Button, classNames, EmptyState, ErrorState, IconButton, Skeleton } from '@recado/sdk/ui'
import { useRouter } from '@tanstack/react-router'
import {
  AlarmClock,
  AtSign,
  Blocks,
  BellRing,
  Cable,
  CheckCheck,
  Circle,
  CircleCheck,
  MessageCircleWarning,
  UserRoundCheck,
  type LucideIcon,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { BellEntry, PluginBellNotice } from '../../base/contracts.ts'
import { RelativeTime } from '../../base/ui/RelativeTime.tsx'
import { useBell, useMarkBellEntry, useReadWholeBell } from '../../data/notifications/use-bell.ts'

const icons: Readonly<Record<BellEntry['kind'], LucideIcon>> = {
  mentioned: AtSign,
  assigned: UserRoundCheck,
  woken: AlarmClock,
  undelivered: MessageCircleWarning,
  channelBroken: Cable,
  plugin: Blocks,
}
const isFailure = ({ kind, notice }: BellEntry): boolean =>
  kind === 'undelivered' || kind === 'channelBroken' || notice?.isFailure === true

/**
 * Entries of the bell by time, each a way to its place. `onLeave` closes what the list is on, which may have its title.
 */
export function BellList({ onLeave, isTitled }: { onLeave(): void; isTitled: boolean }) {
  const { t } = useTranslation('notifications')
  const { data, isPending, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useBell()
  const readAll = useReadWholeBell()
  const entries = data?.pages.flatMap((page) => page.entries) ?? []
  const unread = data?.pages[0]?.unread ?? 0
  return (
    <section aria-labelledby="bell-title">
      <div className="mb-1 flex min-h-8 items-center justify-between gap-2">
        <h2 id="bell-title" className={isTitled ? 'sr-only' : 'text-list font-semibold'}>
          {t('shell:bell.title')}
        </h2>
        {unread > 0 && (
          <Button
            variant="ghost"
            size="small"
            icon={<CheckCheck size={15} />}
            busy={readAll.isRunning}
            onClick={readAll.run}
          >
            {t('bell.readAll')}
          </Button>
        )}
      </div>
      {isPending ? (
        <div aria-busy="true" className="flex flex-col gap-2">
          {[0, 1, 2].map((place) => (
            <Skeleton key={place} className="h-11" />
          ))}
        </div>
      ) : error ? (
        <ErrorState what={t('bell.what')} error={error} onRetry={() => void refetch()} />
      ) : entries.length === 0 ? (
        <EmptyState icon={<BellRing size={20} />} title={t('bell.none')}>
          {t('bell.noneDetail')}
        </EmptyState>
      ) : (
        <ul className="flex flex-col">
          {entries.map((entry) => (
            <BellRow key={entry.id} entry={entry} onLeave={onLeave} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button variant="ghost" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('bell.more')}
        </Button>
      )}
    </section>
  )
}

function BellRow({ entry, onLeave }: { entry: BellEntry; onLeave(): void }) {
  const { t } = useTranslation('notifications')
  const router = useRouter()
  const mark = useMarkBellEntry()
  const Icon = icons[entry.kind]
  const go = () => {
    if (!entry.read) mark(entry.id, true)
    onLeave()
    if (entry.notice) router.history.push(entry.notice.path)
    else if (entry.ticketId === null) void router.navigate({ to: '/configuracoes/canais' })
    else
      void router.navigate({
        to: '/atendimento/$ticketId',
        params: { ticketId: entry.ticketId },
        search: entry.place === null ? {} : { mensagem: entry.place },
      })
  }
  return (
    <li className="flex items-center gap-1 border-t border-line first:border-0">
      <button
        type="button"
        className={
          'flex min-h-11 min-w-0 flex-1 items-start gap-2.5 rounded-md px-1.5 py-2 text-left text-list ' +
          'hover:bg-hover'
        }
        onClick={go}
      >
        <Icon
          size={16}
          aria-hidden
          className={classNames('mt-0.5 shrink-0', isFailure(entry) ? 'text-danger-text' : 'text-ink-muted')}
        />
        <span
          className={classNames('min-w-0 flex-1 break-words', entry.read ? 'text-ink-muted' : 'font-medium text-ink')}
        >
          {!entry.read && <span className="sr-only">{t('bell.unread')} </span>}
          {entry.notice ? (
            <PluginSentence notice={entry.notice} />
          ) : (
            t(`bell.${sentenceOf(entry)}`, {
              by: entry.by ?? '',
              name: entry.contactName ?? entry.connectionName ?? '',
            })
          )}
        </span>
        <RelativeTime at={entry.at} />
      </button>
      <IconButton
        icon={entry.read ? <Circle size={12} /> : <CircleCheck size={16} className="text-accent-text" />}
        label={t(entry.read ? 'bell.markUnread' : 'bell.markRead')}
        onClick={() => mark(entry.id, !entry.read)}
      />
    </li>
  )
}

/** What a plugin tells, in its own words. */
function PluginSentence({ notice: { plugin, textKey, facts } }: { notice: PluginBellNotice }) {
  const ns = `plugin.${plugin}`
  const { t } = useTranslation([ns], { useSuspense: false })
  return <>{t(textKey, { ns, defaultValue: '', ...facts })}</>
}

/** An assignment by the distribution, or by an account that is gone, names nobody; a mention likewise. */
const sentenceOf = ({ kind, by }: BellEntry): Exclude<BellEntry['kind'], 'plugin'> | 'assignedBy' | 'mentionedBy' =>
  kind === 'assigned'
    ? by === null
      ? 'assigned'
      : 'assignedBy'
    : kind === 'mentioned'
      ? by === null
        ? 'mentioned'
        : 'mentionedBy'
      : kind === 'plugin'
        ? 'assigned'
        : kind
