import type { UserRecord } from '../../base/contracts.ts'
import type { UserDraft } from './user-draft.ts'

/** Props of a part of the user form; `problems` are texts by field. */
export interface UserPartProps {
  draft: UserDraft
  set(change: Partial<UserDraft>): void
  problems: Readonly<Record<string, string>>
  user: UserRecord | undefined
  /** A new user who gets an invitation, or one who has not accepted it yet. */
  isInvited: boolean
}
