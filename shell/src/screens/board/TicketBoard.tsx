import {
  Avatar,
  Button,
  EmptyState,
  ErrorState,
  NoPermission,
  PageHeader,
  Skeleton,
  usePermission,
} from '@recado/sdk/ui'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Inbox, MonitorPlay, UsersRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '../../base/ui/RelativeTime.tsx'
import type { OpeningsSubject } from '../../base/contracts.ts'
import { useSlaThresholds } from '../../data/company/use-sla-thresholds.ts'
import { WaitingTime } from '../../parts/waiting/WaitingTime.tsx'
import { PresenceDot } from '../../parts/people/marks.tsx'
import { BoardCard } from './BoardCard.tsx'
import { useTicketBoard } from './use-ticket-board.ts'
import { Wall } from './Wall.tsx'

const grid = 'grid grid-cols-1 items-start gap-4 pane:grid-cols-2 side:grid-cols-3'

/** `/painel-atendimentos` (S2-026): for supervisors and administrators. */
export function TicketBoardPage() {
  const { t } = useTranslation('tickets')
  const isAllowed = usePermission('tickets.readAll')
  const query = useTicketBoard(isAllowed)
  const thresholds = useSlaThresholds()
  const navigate = useNavigate()
  const { tv } = useSearch({ strict: false }) as { tv?: unknown }
  if (!isAllowed)
    return (
      <div className="grid h-full place-items-center p-6">
        <NoPermission />
      </div>
    )
  if (tv === true) return <Wall onLeave={() => void navigate({ to: '/painel-atendimentos' })} />
  const queues = query.data?.pages[0]?.queues ?? []
  const waiting = (since: string | null, about: OpeningsSubject) =>
    since && <WaitingTime since={since} thresholds={thresholds} about={about} />
  const users = query.data?.pages.flatMap((page) => page.users) ?? []
  return (
    <div className="scroll-thin h-full overflow-y-auto">
      <div className="mx-auto flex w-full max-w-6xl flex-col gap-6 px-4 py-6 pane:px-8 pane:py-8">
        <PageHeader
          className="mb-0"
          title={t('board.title')}
          description={t('board.detail')}
          actions={
            <Button
              icon={<MonitorPlay size={16} />}
              onClick={() => void navigate({ to: '/painel-atendimentos', search: { tv: true } as never })}
            >
              {t('board.wall')}
            </Button>
          }
        />
        {query.isPending && (
          <div className={grid} aria-hidden>
            {[0, 1, 2].map((n) => (
              <Skeleton key={n} height="9rem" />
            ))}
          </div>
        )}
        {query.isError && (
          <ErrorState what={t('board.what')} error={query.error} onRetry={() => void query.refetch()} />
        )}
        {queues.length > 0 && (
          <section className="flex flex-col gap-3">
            <h2 className="font-semibold">{t('board.queues')}</h2>
            <ul className={grid}>
              {queues.map((queue) => (
                <BoardCard
                  key={queue.id ?? 'none'}
                  name={queue.queue ?? t('board.noQueue')}
                  of={{ queueId: queue.id ?? 'none' }}
                  mark={
                    queue.color ? (
                      <span className="size-3 shrink-0 rounded-full" style={{ background: queue.color }} aria-hidden />
                    ) : (
                      <Inbox size={16} className="shrink-0 text-ink-muted" aria-hidden />
                    )
                  }
                  counts={[
                    [t('board.pending'), queue.pending],
                    [t('board.open'), queue.open],
                  ]}
                  times={[[t('board.waiting'), waiting(queue.waitingSince, { queueId: queue.id })]]}
                />
              ))}
            </ul>
          </section>
        )}
        {query.isSuccess && (
          <section className="flex flex-col gap-3">
            <h2 className="font-semibold">{t('board.people')}</h2>
            {users.length === 0 && (
              <EmptyState icon={<UsersRound size={20} />} title={t('board.nobody')}>
                {t('board.nobodyDetail')}
              </EmptyState>
            )}
            <ul className={grid}>
              {users.map((user) => (
                <BoardCard
                  key={user.id}
                  name={user.name}
                  of={{ userId: user.id }}
                  mark={
                    <Avatar
                      name={user.name}
                      src={user.image}
                      size={28}
                      decorative
                      badge={<PresenceDot online={user.isOnline} />}
                    />
                  }
                  counts={[
                    [t('board.open'), user.open],
                    [t('board.unanswered'), user.unanswered],
                  ]}
                  times={[
                    [t('board.waiting'), waiting(user.waitingSince, { userId: user.id })],
                    [t('board.lastReply'), user.lastReplyAt && <RelativeTime at={user.lastReplyAt} />],
                  ]}
                />
              ))}
            </ul>
            {query.hasNextPage && (
              <Button className="self-start" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                {t('board.more')}
              </Button>
            )}
          </section>
        )}
      </div>
    </div>
  )
}
