import { classNames, Dialog } from '@recado/sdk/ui'
import { Link } from '@tanstack/react-router'
import { Keyboard, Menu, Search } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NavList } from './NavList.tsx'
import type { RailProps } from './Rail.tsx'
import { UserMenu } from './UserMenu.tsx'

const item =
  'flex h-13 flex-1 flex-col items-center justify-center gap-0.5 rounded-md text-xs font-medium text-ink-muted data-[status=active]:text-accent-text'

/** Small screens: the two daily places at hand, everything else behind the menu. */
export function BottomBar({ entries, onPalette, onShortcuts }: RailProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <nav
      aria-label={t('frame.navigation')}
      className="flex shrink-0 border-t border-line bg-surface px-2 pb-[env(safe-area-inset-bottom)] pane:hidden"
    >
      {entries
        .filter((entry) => entry.group === 'attendance')
        .slice(0, 3)
        .map((entry) => (
          <Link key={entry.path} to={entry.path as '/home'} className={item}>
            {entry.icon}
            <span className="max-w-full truncate">{entry.label}</span>
          </Link>
        ))}
      <button type="button" className={item} onClick={() => setOpen(true)} aria-haspopup="dialog">
        <Menu size={18} aria-hidden />
        <span>{t('frame.menu')}</span>
      </button>
      <Dialog title={t('frame.menu')} shape="sheet" open={open} onOpenChange={setOpen}>
        <div className="flex flex-col gap-4">
          <NavList entries={entries} expanded onNavigate={close} />
          <div className="flex flex-col gap-0.5 border-t border-line pt-3">
            {[
              { icon: <Search size={18} />, label: t('frame.palette'), run: onPalette },
              { icon: <Keyboard size={18} />, label: t('frame.shortcuts'), run: onShortcuts },
            ].map(({ icon, label, run }) => (
              <button
                key={label}
                type="button"
                className={classNames(
                  'flex h-10 items-center gap-3 rounded-md px-2.5 text-list font-medium text-ink-muted hover:bg-hover',
                )}
                onClick={() => {
                  close()
                  run()
                }}
              >
                {icon}
                {label}
              </button>
            ))}
          </div>
          <UserMenu expanded />
        </div>
      </Dialog>
    </nav>
  )
}
