import { classNames, Tooltip } from '@recado/sdk/ui'
import { Link, useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useNavCount } from '../../data/plugins/use-nav-count.ts'
import { groups, type NavEntry } from '../../parts/navigation/navigation.tsx'

/** The entries by group. Collapsed, an entry is its icon and the label is in a tooltip. */
export function NavList({
  entries,
  expanded,
  onNavigate,
}: {
  entries: readonly NavEntry[]
  expanded: boolean
  onNavigate?: () => void
}) {
  const { t } = useTranslation()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const isAt = (path: string): boolean => pathname === path || pathname.startsWith(`${path}/`)
  // Of two entries that both lead towards the page, the longer one is where it is.
  const isOnTheWay = ({ path }: NavEntry): boolean =>
    entries.some((other) => other.path.startsWith(`${path}/`) && isAt(other.path))
  return (
    <div className="flex flex-col gap-1">
      {groups
        .map((group) => ({ group, own: entries.filter((entry) => entry.group === group) }))
        .filter(({ own }) => own.length > 0)
        .map(({ group, own }, index) => (
          <div
            key={group}
            role="group"
            aria-label={t(`frame.group.${group}`)}
            className={classNames('flex flex-col gap-0.5', index > 0 && !expanded && 'mt-1 border-t border-line pt-2')}
          >
            {expanded && group !== 'settings' && (
              <p className="mt-2 mb-0.5 px-2.5 text-xs font-medium text-ink-muted">{t(`frame.group.${group}`)}</p>
            )}
            {own.map((entry) => (
              <NavLink
                key={entry.path}
                entry={entry}
                isOnTheWay={isOnTheWay(entry)}
                expanded={expanded}
                {...(onNavigate ? { onNavigate } : {})}
              />
            ))}
          </div>
        ))}
    </div>
  )
}

interface NavLinkProps {
  readonly entry: NavEntry
  /** It leads towards the page that is shown, and another entry to the page itself. */
  readonly isOnTheWay: boolean
  readonly expanded: boolean
  onNavigate?(): void
}
function NavLink({ entry, isOnTheWay, expanded, onNavigate }: NavLinkProps) {
  const { t } = useTranslation()
  const count = useNavCount([entry])
  const label = count > 0 ? t('frame.withCount', { label: entry.label, count }) : entry.label
  const link = (
    <Link
      to={entry.path as '/home'}
      activeOptions={{ exact: isOnTheWay }}
      aria-label={expanded ? undefined : label}
      {...(onNavigate ? { onClick: onNavigate } : {})}
      className={classNames(
        'flex items-center gap-3 rounded-md text-list font-medium text-ink-muted transition-colors ' +
          'hover:bg-hover hover:text-ink data-[status=active]:bg-selected data-[status=active]:text-accent-text',
        expanded ? 'h-9 px-2.5' : 'relative size-10 justify-center',
      )}
    >
      {entry.icon}
      {expanded && <CountedWords words={entry.label} said={label} className="min-w-0 flex-1 truncate" />}
      <NavCount count={count} className={expanded ? '' : 'absolute top-0.5 right-0'} />
    </Link>
  )
  return expanded ? (
    link
  ) : (
    <Tooltip text={label} side="right">
      {link}
    </Tooltip>
  )
}

/**
 * The words beside a number. Who hears the page is given others that hold the number too, as text: a name in an
 * attribute would have to hold what is seen, in the order in which it is seen.
 */
export const CountedWords = ({ words, said, className }: { words: string; said: string; className?: string }) =>
  said === words ? (
    <span className={className}>{words}</span>
  ) : (
    <>
      <span className={className} aria-hidden>
        {words}
      </span>
      <span className="sr-only">{said}</span>
    </>
  )

/** The number beside an entry; the name of the entry says it to screen readers. */
export const NavCount = ({ count, className = '' }: { count: number; className?: string }) =>
  count <= 0 ? null : (
    <span className={`k-count ${className}`} aria-hidden>
      {count > 99 ? '99+' : count}
    </span>
  )
