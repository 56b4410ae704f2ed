import type { ErrorCode } from '@recado/contracts'

/* Ephemeral messages between nodes. The same changes are found in the database within seconds. */

/** A session is over; every node drops what it knows of it and closes its sockets. */
export const sessionEndedTopic = 'access.session-ended'
export interface SessionEndedNotice {
  readonly sessionId: string
  readonly code: ErrorCode
}

/** The user of a session confirmed their identity; every node reads it again. */
export const sessionConfirmedTopic = 'access.session-confirmed'
export interface SessionConfirmedNotice {
  readonly sessionId: string
}

/** Role, queues, name or status of a user changed; every node reads them again. */
export const userChangedTopic = 'access.user-changed'
export interface UserChangedNotice {
  readonly tenantId: string
  readonly userId: string
}
