import { Skeleton } from '@recado/sdk/ui'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { TicketCounts } from '../../base/contracts.ts'
import { addressOf, defaultFilter, type TicketFilter } from '../../data/tickets/ticket-filter.ts'

const names = ['open', 'pending', 'mine', 'unread', 'withoutQueue', 'closed'] as const

/** The list that shows what a tile counts. There is no list of what has no queue. */
const lists: Partial<Record<(typeof names)[number], Partial<TicketFilter>>> = {
  open: { view: 'all', status: ['open'] },
  pending: { view: 'all', status: ['pending'] },
  mine: { view: 'mine' },
  unread: { view: 'all', withUnreadMessages: true },
  closed: { view: 'closed' },
}

/** Current counts of tickets, each a link to the list behind it; `counts` is undefined while they load. */
export function CountTiles({ counts }: { counts: TicketCounts | undefined }) {
  const { t, i18n } = useTranslation('home')
  const number = new Intl.NumberFormat(i18n.language)
  const shown = (count: number, cap: number) =>
    count >= cap ? t('capped', { count: number.format(cap) as never }) : number.format(count)
  return (
    <section
      aria-label={t('now')}
      className={
        'grid grid-cols-2 overflow-hidden rounded-lg border border-line bg-surface pane:grid-cols-3 ' +
        'side:grid-cols-6'
      }
    >
      {names.map((name) => {
        const list = lists[name]
        const content = (
          <>
            <span className="text-list text-ink-muted">{t(`${name}`)}</span>
            {counts ? (
              <span className="text-2xl leading-8 font-semibold tracking-tight tabular-nums" data-count={name}>
                {shown(counts[name], counts.cap)}
              </span>
            ) : (
              <Skeleton width="3rem" height="2rem" />
            )}
          </>
        )
        return list ? (
          <Link
            key={name}
            to="/atendimento"
            search={addressOf({ ...defaultFilter, ...list }) as never}
            className={`${tile} hover:bg-hover`}
          >
            {content}
          </Link>
        ) : (
          <div key={name} className={tile}>
            {content}
          </div>
        )
      })}
    </section>
  )
}

const tile = '-mt-px -ml-px flex flex-col gap-1 border-t border-l border-line p-4'
