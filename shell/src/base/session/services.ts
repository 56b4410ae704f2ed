import { createApi, toast } from '@recado/sdk/ui'
import { notifyManager, QueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { Activity } from '../api/activity.ts'
import { asApiError, contactLimitOf, isTransient } from '../api/error-code.ts'
import { SessionStore } from '../api/session.ts'
import { createSessionFetch } from '../api/signed-in-fetch.ts'
import { identityConfirmation } from '../api/identity-confirmation.ts'
import { loadErrorWords } from '../i18n/plugin-words.ts'
import { wayBackTo } from './way-back.ts'

/* The page's one instance of each service. Components below the frame take them from the kit's hooks instead. */

/** S9-010, S9-011. Milliseconds. */
const afterSessionEnd = 2_000
const contactLimitNotice = 10_000

export const session = new SessionStore(localStorage)
export const activity = new Activity()

/** S8-007…009: clears the storage where that is not done yet, says so, and goes to the login after two seconds. */
export function sessionEnded(code: string): void {
  const isOver = session.current()?.sessionId
  session.end()
  // The end of a session that the user is signing out of needs no notice.
  if (isOver !== undefined && isOver === session.left()) return
  toast.error(code, { durationMs: afterSessionEnd, id: 'session-ended' })
  setTimeout(() => {
    // Signed in again meanwhile, in this tab or in another.
    if (session.current()) return
    location.hash = wayBackTo('/login')
  }, afterSessionEnd)
}

/** S4-125: leads to the notice, and back to where the user was once it is accepted. */
export function consentMissing(): void {
  session.updateUser({ lgpdAccepted: false })
  if (!location.hash.startsWith('#/lgpd-consent')) location.hash = wayBackTo('/lgpd-consent')
}

/** Leads to where a second factor is set up that the company requires, and back once it is there. */
export function enrolmentMissing(): void {
  if (!location.hash.startsWith('#/verificacao')) location.hash = wayBackTo('/verificacao')
}

function announce(code: string): void {
  const limit = contactLimitOf(code)
  if (limit)
    toast.error(
      `${i18next.t('notice.contactLimit')}. ` +
        `${i18next.t('notice.contactLimitDetail', { current: limit.current, max: limit.max })}`,
      { durationMs: contactLimitNotice },
    )
  else toast.error(code)
}

export const sessionFetch = createSessionFetch({
  session,
  activity,
  onSessionEnded: sessionEnded,
  onAnnounced: announce,
  loadErrorWords,
  onConsentMissing: consentMissing,
  onEnrolmentMissing: enrolmentMissing,
  confirmIdentity: identityConfirmation.request,
  locks: navigator.locks as LockManager | undefined,
})
/** For who is signed in: nothing is asked once the session is over. */
export const api = createApi(sessionFetch.inSession)
/** For who is not, and for signing out. */
export const publicApi = createApi(sessionFetch.fetch)

// Not a task later, as by default: a switch that is pressed would be drawn in its old state in between.
notifyManager.setScheduler(queueMicrotask)
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // Pushes keep the caches fresh; a resync reports missed ones.
      staleTime: 60_000,
      gcTime: 10 * 60_000,
      refetchOnWindowFocus: false,
      networkMode: 'always',
      // With the network comes what could not be had without it.
      refetchOnReconnect: ({ state }) => state.error !== null && 'always',
      retry: (failures, error) => failures < 2 && isTransient(asApiError(error)),
    },
    mutations: { networkMode: 'always' },
  },
})

let isOpen = session.isOpen()
// Requests of a session are cancelled with it, and show no error; the transport ensures that no new one begins.
session.subscribe(() => {
  if (isOpen && !session.isOpen()) void queries.cancelQueries()
  isOpen = session.isOpen()
})
