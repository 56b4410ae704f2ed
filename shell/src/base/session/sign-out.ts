import { publicApi, session, sessionFetch } from './services.ts'

/** Time limits of saving, and then of the server's answer. Milliseconds. */
const savingMs = 1_000
const farewellMs = 2_000
const within = (ms: number, work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work, new Promise((resolve) => setTimeout(resolve, ms))])

/**
 * Ends the session in this page at once. The server is told as far as the network allows (S4-123), after a moment for
 * what was being saved.
 */
export async function signOut(): Promise<void> {
  session.leave()
  await within(savingMs, sessionFetch.settled())
  await within(
    farewellMs,
    publicApi.post('/auth/logout/').catch(() => undefined),
  )
  session.end()
  location.hash = '/login'
}
