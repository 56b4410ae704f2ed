import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useSession } from './use-session.ts'

/** Its own file: who is not signed in needs neither frame nor socket. */
const Workplace = lazy(() => import('./Workplace.tsx'))

/** Everything behind the login. Another session is another workplace: nothing of the one before stays. */
export function SignedIn() {
  const session = useSession()
  return session ? <Suspense fallback={null}><Workplace key={session.sessionId} session={session} /></Suspense> : <Outlet />
}
