import { IconButton } from '@recado/sdk/ui'
import { Bell } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { OverlayOnDemand } from '../../base/ui/OverlayOnDemand.tsx'
import { useBellCount } from '../../data/notifications/use-bell.ts'
import { CountedWords, NavCount } from './NavList.tsx'

const load = () => import('./BellOverlay.tsx')

/** Opens the bell; its name says how much of it is unread. On a telephone a place of the bar, otherwise an icon. */
export function BellButton({ inBar }: { inBar?: string }) {
  const { t } = useTranslation()
  const count = useBellCount()
  const label = count > 0 ? t('bell.counted', { count }) : t('bell.title')
  return (
    <OverlayOnDemand
      popup="dialog"
      load={load}
      trigger={
        inBar === undefined ? (
          <IconButton
            className="relative"
            icon={
              <>
                <Bell size={18} />
                <NavCount count={count} className="absolute -top-0.5 -right-1" />
              </>
            }
            label={label}
          />
        ) : (
          <button type="button" className={`${inBar} relative`}>
            <Bell size={18} aria-hidden />
            <CountedWords words={t('bell.title')} said={label} />
            <NavCount count={count} className="absolute top-1 right-1/4" />
          </button>
        )
      }
    >
      {({ BellOverlay }, overlay) => <BellOverlay {...overlay} asSheet={inBar !== undefined} />}
    </OverlayOnDemand>
  )
}
