import { useCallback } from 'react'
import { quietHeader } from '../api/signed-in-fetch.ts'
import { reportFailure } from '../app/report-failure.ts'
import { api, session } from '../app/services.ts'
import { useSession } from '../app/use-session.ts'
import type { LoginResult } from '../contracts.ts'

export type Preferences = LoginResult['configs']
const initial: Preferences = { filtrosAtendimento: {}, isDark: null, locale: null, density: 'comfortable' }

/** Changes within this time are sent together. Milliseconds. */
const quietTime = 600
let due: ReturnType<typeof setTimeout> | null = null

function keep(): void {
  if (due) clearTimeout(due)
  due = setTimeout(() => {
    due = null
    const current = session.current()
    if (current) api.put(`/users/${current.userId}/configs`, current.user.configs, { headers: { [quietHeader]: '1' } }).catch(reportFailure)
  }, quietTime)
}

/** What this user chose, kept on the server (`PUT /users/{id}/configs`) and in the session for the next start. */
export function usePreferences(): [Preferences, (change: Partial<Preferences>) => void] {
  const current = useSession()
  const change = useCallback((next: Partial<Preferences>) => {
    const user = session.current()?.user
    if (!user) return
    session.updateUser({ configs: { ...user.configs, ...next } })
    keep()
  }, [])
  return [current?.user.configs ?? initial, change]
}
