import { classNames, Dialog } from '@recado/sdk/ui'
import { Keyboard, Search } from 'lucide-react'
import { cloneElement, type ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { OverlayState } from '../../base/ui/OverlayOnDemand.tsx'
import { useTouch } from '../../base/shortcuts/use-touch.ts'
import { NavList } from './NavList.tsx'
import type { RailProps } from './Rail.tsx'
import { UserMenu } from './UserMenu.tsx'

/** On small screens: every place, and what stands at the foot of the rail. */
export function MenuSheet({ entries, onPalette, onShortcuts, trigger, open, onOpenChange }: RailProps & OverlayState) {
  const { t } = useTranslation()
  const isTouch = useTouch()
  const close = () => onOpenChange(false)
  return (
    <>
      {cloneElement(trigger as ReactElement<{ 'aria-haspopup': 'dialog'; onClick(): void }>, {
        'aria-haspopup': 'dialog',
        onClick: () => onOpenChange(true),
      })}
      <Dialog title={t('frame.menu')} shape="sheet" open={open} onOpenChange={onOpenChange}>
        <div className="flex flex-col gap-4">
          <NavList entries={entries} expanded onNavigate={close} />
          <div className="flex flex-col gap-0.5 border-t border-line pt-3">
            {[
              { icon: <Search size={18} />, label: t('frame.palette'), run: onPalette },
              ...(isTouch ? [] : [{ icon: <Keyboard size={18} />, label: t('frame.shortcuts'), run: onShortcuts }]),
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
    </>
  )
}
