import { useSyncExternalStore } from 'react'
import type { Session } from '../api/session.ts'
import { session } from './services.ts'

/** The session of this browser, or null; follows other tabs. */
export const useSession = (): Session | null => useSyncExternalStore(session.subscribe, session.current)
