import type { Viewer } from '@recado/contracts'

/** The user of a live session, and their rights. */
export interface LiveSession {
  readonly sessionId: string
  readonly viewer: Viewer
  readonly standing: Standing
  /** Set instead of a session: a program calls with this token, as its maker. */
  readonly apiTokenId?: string
  /** The name that its maker gave to that token. */
  readonly apiTokenName?: string
}

/** Further facts of a session's user for {@link EntryRules}. */
export interface Standing {
  /** The version of the privacy notice that the user accepted last; null for none. */
  readonly consentVersion: number | null
  /** When the user last showed who they are. */
  readonly confirmedAt: Date
  /** The company's licence is blocked. */
  readonly blocked: boolean
  /** The company requires a second factor, and the user has none yet. */
  readonly mustEnrol: boolean
  /** The user's hours as they are stored; null for a user without limits. */
  readonly loginHours: unknown
  /** Of the company, IANA. */
  readonly timeZone: string
}
