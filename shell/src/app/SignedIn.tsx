import { Outlet } from '@tanstack/react-router'
import { useSession } from './use-session.ts'
import { Workplace } from './Workplace.tsx'

/** Everything behind the login. Another session is another workplace: nothing of the one before stays. */
export function SignedIn() {
  const session = useSession()
  return session ? <Workplace key={session.sessionId} session={session} /> : <Outlet />
}
