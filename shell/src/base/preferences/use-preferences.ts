import { useCallback, useEffect } from 'react'
import { quietHeader } from '../api/signed-in-fetch.ts'
import { reportFailure } from '../ui/report-failure.ts'
import { api, session } from '../session/services.ts'
import { useSession } from '../session/use-session.ts'
import type { LoginResult } from '../contracts.ts'

export type Preferences = LoginResult['configs']
const initial: Preferences = { filtrosAtendimento: {}, isDark: null, locale: null, density: 'comfortable' }
const quietly = { headers: { [quietHeader]: '1' } }

/** Changes within this time are sent together. Milliseconds. */
const quietTime = 600
/** So often at most a page that comes back into sight asks what was chosen elsewhere. Milliseconds. */
const freshFor = 60_000
let due: ReturnType<typeof setTimeout> | null = null
/**
 * Choices made here that are not on the server yet, and their user. Others are not sent: another device may have
 * changed them.
 */
let unsent: { readonly userId: string; readonly choices: Partial<Preferences> } | null = null

const unsentOf = (userId: string): Partial<Preferences> => (unsent?.userId === userId ? unsent.choices : {})

async function send(): Promise<void> {
  const current = session.current()
  const sent = unsent
  if (!current || sent?.userId !== current.userId) return
  try {
    await api.put(`/users/${current.userId}/configs`, sent.choices, quietly)
    const rest = Object.entries(unsentOf(sent.userId)).filter(
      ([name, value]) => value !== sent.choices[name as keyof Preferences],
    )
    unsent = rest.length === 0 ? null : { userId: sent.userId, choices: Object.fromEntries(rest) }
  } catch (error) {
    reportFailure(error)
  }
}

function keep(userId: string, change: Partial<Preferences>): void {
  unsent = { userId, choices: { ...unsentOf(userId), ...change } }
  if (due) clearTimeout(due)
  due = setTimeout(() => {
    due = null
    void send()
  }, quietTime)
}

/** The user's choices, stored on the server (`PUT /users/{id}/configs`) and in the session for the next start. */
export function usePreferences(): [Preferences, (change: Partial<Preferences>) => void] {
  const current = useSession()
  const change = useCallback((next: Partial<Preferences>) => {
    const now = session.current()
    if (!now) return
    session.updateUser({ configs: { ...now.user.configs, ...next } })
    keep(now.userId, next)
  }, [])
  return [current?.user.configs ?? initial, change]
}

/** Takes over the user's choices from another device; unsent choices of this one stay. */
async function refresh(): Promise<void> {
  const asking = session.current()?.userId
  const { configs } = await api.get<Pick<LoginResult, 'configs'>>('/auth/session', quietly)
  const current = session.current()
  if (!current || current.userId !== asking) return
  const chosen = { ...current.user.configs, ...configs, ...unsentOf(current.userId) }
  if (JSON.stringify(chosen) !== JSON.stringify(current.user.configs)) session.updateUser({ configs: chosen })
}

/** On return to this page, loads the keys, the order and the look that the user chose elsewhere meanwhile. */
export function usePreferencesOfOtherDevices(): void {
  useEffect(() => {
    let asked = Date.now()
    const onVisible = () => {
      if (document.visibilityState !== 'visible' || Date.now() - asked < freshFor) return
      asked = Date.now()
      // A failed request is repeated the next time, and at the next start.
      refresh().catch(() => undefined)
    }
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [])
}
