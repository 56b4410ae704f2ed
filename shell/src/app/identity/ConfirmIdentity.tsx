import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { useSession } from '../../base/session/use-session.ts'
import { identityConfirmation } from '../../base/api/identity-confirmation.ts'

/** Its own file: who is not signed in is never asked. */
const AskIdentity = lazy(() => import('./AskIdentity.tsx'))

/**
 * Asks for the password, or a passkey, before what only its owner may do; what was asked for then happens by itself.
 */
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
