import type { UserRecord } from '../../base/contracts.ts'
import type { UserDraft } from './user-draft.ts'

/** What a part of the form of a user is given; `problems` are words by field. */
export interface UserPartProps {
  draft: UserDraft
  set(change: Partial<UserDraft>): void
  problems: Readonly<Record<string, string>>
  user: UserRecord | undefined
}
