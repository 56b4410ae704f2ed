import { classNames, ErrorState, IconButton, Skeleton } from '@recado/sdk/ui'
import { Maximize, X } from 'lucide-react'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../base/ui/use-now.ts'
import { useSlaThresholds } from '../../data/company/use-sla-thresholds.ts'
import { useWaited } from '../../parts/waiting/use-waited.ts'
import { useTicketBoard } from './use-ticket-board.ts'
import { useAwakeScreen } from './use-awake-screen.ts'
import { wallOf, type Wait, type WallNumbers } from './wall-of.ts'

/** What fits on a screen on a wall; the others are counted. */
const mostQueues = 6
const mostPeople = 10

/** The panel on a screen on the wall: the same numbers, to be read from afar. It fills the window until it is left. */
export function Wall({ onLeave }: { onLeave: () => void }) {
  const { t, i18n } = useTranslation('tickets')
  const frame = useRef<HTMLDialogElement>(null)
  const title = useId()
  const now = useNow()
  const query = useTicketBoard(true)
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  useAwakeScreen()
  useEffect(() => {
    frame.current?.showModal()
  }, [])
  // Who is there may stand on any page.
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  return (
    <dialog
      ref={frame}
      aria-labelledby={title}
      onCancel={(event) => event.preventDefault()}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onLeave()
      }}
      className={
        'm-0 flex h-dvh max-h-none w-dvw max-w-none flex-col gap-[2vmin] overflow-y-auto border-0 bg-canvas ' +
        'p-[2.5vmin] text-ink outline-none'
      }
    >
      <header className="flex items-center gap-4">
        <h1 id={title} className="min-w-0 flex-1 truncate text-[clamp(1.25rem,2.2vw,2.5rem)] font-semibold">
          {t('board.title')}
        </h1>
        <time className="text-[clamp(1.25rem,2.2vw,2.5rem)] font-semibold tabular-nums">
          {new Intl.DateTimeFormat(i18n.language, { timeStyle: 'short' }).format(now)}
        </time>
        <IconButton
          label={t('board.fullScreen')}
          icon={<Maximize size={20} />}
          onClick={() =>
            void (
              document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()
            ).catch(() => undefined)
          }
        />
        <IconButton label={t('board.leaveWall')} icon={<X size={20} />} onClick={onLeave} />
      </header>
      {query.isPending && <Skeleton height="60vh" />}
      {query.isError && <ErrorState what={t('board.what')} error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && <Numbers wall={wallOf(query.data.pages)} />}
    </dialog>
  )
}

const big = 'text-[clamp(2.25rem,5.5vw,7rem)] leading-none font-semibold tabular-nums'
const middle = 'text-[clamp(1.25rem,2.2vw,2.75rem)] leading-tight font-semibold tabular-nums'
const name = 'text-[clamp(1rem,1.5vw,1.75rem)] font-medium'
const small = 'text-[clamp(0.875rem,1.25vw,1.625rem)] text-ink-muted'
const card = 'rounded-lg border border-line bg-surface p-[1.8vmin]'

/** A number with what it counts above it. */
const Counted = ({ label, className, children }: { label: string; className?: string; children: ReactNode }) => (
  <div className={classNames('min-w-0', className)}>
    <dt className={classNames(small, 'truncate')}>{label}</dt>
    <dd>{children}</dd>
  </div>
)

function LongWait({ wait, className }: { wait: Wait | null; className: string }) {
  const { t } = useTranslation('tickets')
  const waited = useWaited(useSlaThresholds())
  if (wait === null) return <span className={className}>{t('board.never')}</span>
  const { text, spoken, tone } = waited(wait.since, wait.about)
  return (
    <time dateTime={wait.since} title={spoken} className={classNames(className, tone)}>
      {text}
    </time>
  )
}

function Others({ count }: { count: number }) {
  const { t } = useTranslation('tickets')
  return count > 0 && <p className={small}>{t('board.others', { count })}</p>
}

function Numbers({ wall }: { wall: WallNumbers }) {
  const { t } = useTranslation('tickets')
  const tile = classNames(card, 'flex flex-col gap-[1vmin]')
  return (
    <>
      <dl className="grid grid-cols-2 gap-[2vmin] side:grid-cols-4">
        <Counted label={t('board.pending')} className={tile}>
          <span className={big}>{wall.pending}</span>
        </Counted>
        <Counted label={t('board.open')} className={tile}>
          <span className={big}>{wall.open}</span>
        </Counted>
        <Counted label={t('board.waiting')} className={tile}>
          <LongWait wait={wall.longest} className={big} />
        </Counted>
        <Counted label={t('board.there')} className={tile}>
          <span className={big}>{wall.online.length}</span>
          <span className={small}> {t('board.busy', { count: wall.busy })}</span>
        </Counted>
      </dl>
      <div className="grid min-h-0 flex-1 content-start items-start gap-[2vmin] side:grid-cols-[2fr_1fr]">
        <section className="flex min-w-0 flex-col gap-[1.2vmin]">
          <h2 className={name}>{t('board.queues')}</h2>
          <ul className="grid gap-[1.2vmin] side:grid-cols-2">
            {wall.queues.slice(0, mostQueues).map((queue) => (
              <li key={queue.id ?? 'none'} className={classNames(card, 'flex min-w-0 flex-col gap-[0.8vmin]')}>
                <h3 className={classNames(name, 'flex min-w-0 items-center gap-[1vmin]')}>
                  <span
                    className="size-[1.6vmin] shrink-0 rounded-full bg-line"
                    style={queue.color === null ? undefined : { background: queue.color }}
                    aria-hidden
                  />
                  <span className="truncate">{queue.queue ?? t('board.noQueue')}</span>
                </h3>
                <dl className="grid grid-cols-[2fr_3fr_3fr] gap-[1vmin]">
                  <Counted label={t('board.pending')}>
                    <span className={middle}>{queue.pending}</span>
                  </Counted>
                  <Counted label={t('board.open')}>
                    <span className={middle}>{queue.open}</span>
                  </Counted>
                  <Counted label={t('board.waiting')}>
                    <LongWait wait={queue.wait} className={middle} />
                  </Counted>
                </dl>
              </li>
            ))}
          </ul>
          <Others count={wall.queues.length - mostQueues} />
        </section>
        <section className="flex min-w-0 flex-col gap-[1.2vmin]">
          <h2 className={name}>{t('board.people')}</h2>
          {wall.online.length === 0 && <p className={small}>{t('board.nobodyThere')}</p>}
          <ul className={classNames(wall.online.length > 0 && card, 'flex flex-col gap-[1.1vmin]')}>
            {wall.online.slice(0, mostPeople).map((person) => (
              <li key={person.id} className="flex min-w-0 items-center gap-[1.2vmin]">
                <span className="size-[1.4vmin] shrink-0 rounded-full bg-success" aria-hidden />
                <span className={classNames(name, 'min-w-0 flex-1 truncate')}>{person.name}</span>
                <span className={classNames(small, 'shrink-0')}>
                  {person.open > 0 ? t('board.attends', { count: person.open }) : t('board.free')}
                </span>
              </li>
            ))}
          </ul>
          <Others count={wall.online.length - mostPeople} />
        </section>
      </div>
    </>
  )
}
