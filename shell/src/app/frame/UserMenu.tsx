import { Avatar } from '@recado/sdk/ui'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../base/session/use-session.ts'
import { OverlayOnDemand } from '../../base/ui/OverlayOnDemand.tsx'
import { useWorkplace } from '../../data/workplace/workplace-context.ts'

const load = () => import('./UserMenuList.tsx')

/** The signed-in user, whether pushes arrive, and personal choices. */
export function UserMenu({ expanded }: { expanded: boolean }) {
  const { t } = useTranslation()
  const session = useSession()
  const { live } = useWorkplace()
  const status = useSyncExternalStore(live.subscribe, live.status)
  if (!session) return null
  const { user, profile } = session
  const connected = status === 'live' || status === 'connecting'
  const online = connected && user.status === 'online'
  const dot = (
    <span
      className={
        'block size-2.5 -translate-x-0.5 -translate-y-0.5 rounded-full border-2 border-surface ' +
        (online ? 'bg-success' : 'bg-line-strong')
      }
    />
  )
  return (
    <OverlayOnDemand
      popup="menu"
      load={load}
      trigger={
        <button
          type="button"
          aria-label={t('frame.userMenu', { name: user.username })}
          className={
            'flex items-center gap-2.5 rounded-md text-left hover:bg-hover ' + (expanded ? 'px-1.5 py-1' : 'p-1')
          }
        >
          <Avatar name={user.username} src={user.image} size={32} badge={dot} decorative />
          {expanded && (
            <span className="min-w-0 flex-1 leading-tight">
              <span className="block truncate text-list font-medium">{user.username}</span>
              <span className="block truncate text-xs text-ink-muted">{t(`frame.role.${profile}`)}</span>
            </span>
          )}
        </button>
      }
    >
      {({ UserMenuList }, menu) => (
        <UserMenuList {...menu} user={user} expanded={expanded} connected={connected} online={online} />
      )}
    </OverlayOnDemand>
  )
}
