import { IconButton } from '@recado/sdk/ui'
import { Keyboard, PanelLeftClose, PanelLeftOpen, Search } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useKeysHints } from '../../base/shortcuts/bindings-context.ts'
import { BrandLogo, BrandName } from '../../parts/brand/Brand.tsx'
import { BellButton } from './BellButton.tsx'
import { NavList } from './NavList.tsx'
import type { NavEntry } from '../../parts/navigation/navigation.tsx'
import { UserMenu } from './UserMenu.tsx'

const expandedKey = 'recado.rail'

export interface RailProps {
  entries: readonly NavEntry[]
  onPalette(): void
  onShortcuts(): void
}

/** 56 px of icons, or 220 px with labels. Not on small screens: see BottomBar. */
export function Rail({ entries, onPalette, onShortcuts }: RailProps) {
  const { t } = useTranslation()
  const hint = useKeysHints()
  const [expanded, setExpanded] = useState(() => localStorage.getItem(expandedKey) === '1')
  const toggle = () => {
    localStorage.setItem(expandedKey, expanded ? '0' : '1')
    setExpanded(!expanded)
  }
  const side = expanded ? 'w-[220px] items-stretch px-2.5' : 'w-14 items-center'
  return (
    <nav
      aria-label={t('frame.navigation')}
      className={
        'hidden shrink-0 flex-col gap-3 border-r border-line bg-surface py-3 transition-[width] ' +
        `motion-reduce:transition-none pane:flex ${side}`
      }
    >
      <div className={`flex h-9 items-center ${expanded ? 'gap-2.5 px-1.5' : 'justify-center'}`}>
        <BrandLogo />
        {expanded && (
          <span className="truncate text-thread font-semibold tracking-tight">
            <BrandName />
          </span>
        )}
      </div>
      <div className="scroll-thin min-h-0 flex-1 overflow-x-hidden overflow-y-auto">
        <NavList entries={entries} expanded={expanded} />
      </div>
      <div className={`flex gap-1 ${expanded ? 'flex-row' : 'flex-col items-center'}`}>
        <IconButton icon={<Search size={18} />} label={t('frame.palette')} {...hint('palette')} onClick={onPalette} />
        <IconButton
          icon={<Keyboard size={18} />}
          label={t('frame.shortcuts')}
          {...hint('help')}
          onClick={onShortcuts}
        />
        <BellButton />
        <IconButton
          icon={expanded ? <PanelLeftClose size={18} /> : <PanelLeftOpen size={18} />}
          label={t(expanded ? 'frame.collapse' : 'frame.expand')}
          aria-expanded={expanded}
          onClick={toggle}
        />
      </div>
      <UserMenu expanded={expanded} />
    </nav>
  )
}
