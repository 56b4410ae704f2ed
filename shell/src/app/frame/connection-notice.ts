import type { LiveStatus } from '../../data/realtime/live-stream.ts'

/** Notices of the frame about the connection. */
export type ConnectionNotice = 'offline' | 'lost' | 'reconnecting' | 'catchingUp'

export interface ConnectionFacts {
  readonly isOnline: boolean
  readonly status: LiveStatus
  /** True while the data on the screen is fetched again. */
  readonly isCatchingUp: boolean
}

/** The one thing that matters most; null while the screen shows what the server has. */
export function connectionNotice({ isOnline, status, isCatchingUp }: ConnectionFacts): ConnectionNotice | null {
  if (!isOnline) return 'offline'
  if (status === 'lost' || status === 'reconnecting') return status
  return isCatchingUp ? 'catchingUp' : null
}
