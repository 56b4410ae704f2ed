import { api, leaveSession, session } from './services.ts'

/** Ends the session here at once; the server hears of it as far as the network allows (S4-123). */
export async function signOut(): Promise<void> {
  leaveSession()
  const ended = api.post('/auth/logout/').catch(() => undefined)
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 2_000))])
  session.end()
  location.hash = '/login'
}
