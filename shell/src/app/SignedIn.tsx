import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useSession } from './use-session.ts'

/** Its own file: who is not signed in needs neither frame nor socket. */
const Workplace = lazy(() => import('./Workplace.tsx'))

/** Everything behind the login. Another session is another workplace: nothing of the one before stays. */
export function SignedIn() {
  const current = useSession()
  // A session that has ended stays on the screen with its notice until the way to the login is taken.
  const [last, setLast] = useState(current)
  if (current && current !== last) setLast(current)
  const session = current ?? last
  return session ? <Suspense fallback={null}><Workplace key={session.sessionId} session={session} /></Suspense> : <Outlet />
}
