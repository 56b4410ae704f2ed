import type { LiveStatus } from '../../data/realtime/live-stream.ts'

/** What the frame says about the connection. */
export type ConnectionNotice = 'offline' | 'lost' | 'reconnecting' | 'catchingUp'

export interface ConnectionFacts {
  readonly isOnline: boolean
  readonly status: LiveStatus
  /** What is on the screen is being fetched anew. */
  readonly isCatchingUp: boolean
}

/** The one thing that matters most; null while the screen shows what the server has. */
export function connectionNotice({ isOnline, status, isCatchingUp }: ConnectionFacts): ConnectionNotice | null {
  if (!isOnline) return 'offline'
  if (status === 'lost' || status === 'reconnecting') return status
  return isCatchingUp ? 'catchingUp' : null
}
