import { Refusal, type ErrorCode } from '@recado/contracts'
import { foreignKeyViolation, sqlState, uniqueViolation, violatedConstraint } from '../db/sql-errors.ts'

/** A contact has one live ticket per connection: another was there, or was made at the same moment. */
export const isLiveTaken = (error: unknown): boolean =>
  (Refusal.is(error) && error.code === 'ERR_OTHER_OPEN_TICKET') ||
  (sqlState(error) === uniqueViolation && violatedConstraint(error) === 'ticket_live')

/** A composite foreign key refuses rows of another tenant; the caller learns only that the row does not exist. */
export function refuseReference(error: unknown): never {
  if (sqlState(error) === foreignKeyViolation) {
    const codes: Record<string, ErrorCode> = {
      user_id: 'ERR_NO_USER_FOUND',
      queue_id: 'ERR_NO_QUEUE_FOUND',
      contact_id: 'ERR_NO_CONTACT_FOUND',
      connection_id: 'ERR_NO_WAPP_FOUND',
    }
    const name = violatedConstraint(error) ?? ''
    const column = Object.keys(codes).find((key) => name.includes(key))
    if (column) throw new Refusal(codes[column]!)
  }
  throw error
}
