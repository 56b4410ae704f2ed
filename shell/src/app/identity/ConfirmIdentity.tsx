import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { useSession } from '../../base/session/use-session.ts'
import { identityConfirmation } from '../../base/api/identity-confirmation.ts'

/** In a file of its own: a page without a session never asks. */
const AskIdentity = lazy(() => import('./AskIdentity.tsx'))

/** Asks for the password, or a passkey, before acts that require it; the pending request then goes on. */
export function ConfirmIdentity() {
  const asking = useSyncExternalStore(identityConfirmation.subscribe, identityConfirmation.isAsking)
  const signedIn = useSession() !== null
  useEffect(() => {
    if (asking && !signedIn) identityConfirmation.settle(false)
  }, [asking, signedIn])
  return asking && signedIn ? (
    <Suspense fallback={null}>
      <AskIdentity />
    </Suspense>
  ) : null
}
