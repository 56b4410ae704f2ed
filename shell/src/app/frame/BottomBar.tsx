import { Link } from '@tanstack/react-router'
import { Menu } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { OverlayOnDemand } from '../../base/ui/OverlayOnDemand.tsx'
import { useNavCount } from '../../data/plugins/use-nav-count.ts'
import { BellButton } from './BellButton.tsx'
import { CountedWords, NavCount } from './NavList.tsx'
import type { RailProps } from './Rail.tsx'

const load = () => import('./MenuSheet.tsx')

const item =
  'flex h-13 flex-1 flex-col items-center justify-center gap-0.5 rounded-md text-xs font-medium text-ink-muted ' +
  'data-[status=active]:text-accent-text'

/** Small screens: the two daily places at hand, everything else behind the menu. */
export function BottomBar({ entries, onPalette, onShortcuts }: RailProps) {
  const { t } = useTranslation()
  const shown = entries.filter((entry) => entry.group === 'attendance').slice(0, 3)
  const count = useNavCount(entries.filter((entry) => !shown.includes(entry)))
  return (
    <nav
      aria-label={t('frame.navigation')}
      className="flex shrink-0 border-t border-line bg-surface px-2 pb-[env(safe-area-inset-bottom)] pane:hidden"
    >
      {shown.map((entry) => (
        <Link key={entry.path} to={entry.path as '/home'} className={item}>
          {entry.icon}
          <span className="max-w-full truncate">{entry.label}</span>
        </Link>
      ))}
      <BellButton inBar={item} />
      <OverlayOnDemand
        popup="dialog"
        load={load}
        trigger={
          <button type="button" className={`${item} relative`}>
            <Menu size={18} aria-hidden />
            <CountedWords
              words={t('frame.menu')}
              said={count > 0 ? t('frame.withCount', { label: t('frame.menu'), count }) : t('frame.menu')}
            />
            <NavCount count={count} className="absolute top-1 right-1/4" />
          </button>
        }
      >
        {({ MenuSheet }, sheet) => (
          <MenuSheet {...sheet} entries={entries} onPalette={onPalette} onShortcuts={onShortcuts} />
        )}
      </OverlayOnDemand>
    </nav>
  )
}
