import type { Tx } from '../db/database.ts'

/** What a company may have at most. Asked in the transaction that makes one more; refuses by throwing. */
export interface Limits {
  /** Before a user is made or activated again. */
  beforeUser(tx: Tx, tenantId: string): Promise<void>
}

/** Everything is allowed. */
export const noLimits: Limits = { beforeUser: async () => undefined }
