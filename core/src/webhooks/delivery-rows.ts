import type { WebhookAttempt, WebhookAttemptOutcome, WebhookDelivery } from '@recado/contracts'

/** Columns of a delivery, as everybody reads them who shows one. */
export interface DeliveryRow {
  readonly id: string
  readonly type: string
  readonly state: 'held' | 'queued' | 'leased' | 'sent' | 'failed'
  readonly attempts: number
  readonly next_at: Date
  readonly last_outcome: WebhookAttemptOutcome | null
  readonly last_status: number | null
  readonly created_at: Date
}
/** Columns of an attempt; JSON of the database has its instant as text. */
export interface AttemptRow<At = Date> {
  readonly number: number
  readonly at: At
  readonly ms: number
  readonly outcome: WebhookAttemptOutcome
  readonly status: number | null
}

/** A delivery as it is shown. */
export function toDelivery(row: DeliveryRow): WebhookDelivery {
  const isDone = row.state === 'sent' || row.state === 'failed'
  return {
    id: row.id,
    type: row.type,
    state: isDone ? (row.state as 'sent' | 'failed') : 'waiting',
    attempts: row.attempts,
    nextAt: row.state === 'queued' ? row.next_at.toISOString() : null,
    last: row.last_outcome && { outcome: row.last_outcome, status: row.last_status },
    createdAt: row.created_at.toISOString(),
  }
}

/** An attempt as it is shown, without what was answered. */
export const toAttempt = ({
  number,
  at,
  ms,
  outcome,
  status,
}: AttemptRow<Date | string>): Omit<WebhookAttempt, 'answer'> => ({
  number,
  at: new Date(at).toISOString(),
  ms,
  outcome,
  status,
})
