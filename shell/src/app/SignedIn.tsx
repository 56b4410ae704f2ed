import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { FrameSkeleton } from './frame/FrameSkeleton.tsx'
import { session as sessions } from '../base/session/services.ts'
import { useSession } from '../base/session/use-session.ts'

/** In a file of its own: a page without a session needs neither frame nor socket. */
const Workplace = lazy(() => import('./Workplace.tsx'))

/** Everything behind the login. Another session is another workplace: nothing of the one before stays. */
export function SignedIn() {
  const current = useSession()
  const left = useSyncExternalStore(sessions.subscribe, sessions.left)
  // A session that has ended stays on the screen with its notice until the way to the login is taken.
  const [last, setLast] = useState(current)
  if (current && current !== last) setLast(current)
  const session = current ?? last
  if (!session) return <Outlet />
  // Signing out unmounts the workplace at once, and its socket, timers and queries with it.
  if (session.sessionId === left) return <FrameSkeleton />
  return (
    <Suspense fallback={null}>
      <Workplace key={session.sessionId} session={session} />
    </Suspense>
  )
}
