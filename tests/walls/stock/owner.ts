import type { TestTenant, TestUser } from '../../harness/tenants.ts'

/** For whom rows are made. */
export interface StockOwner {
  readonly tenant: TestTenant
  /** Who works on the ticket and owns what is somebody's own. */
  readonly user: TestUser
  readonly queue: string
  /** Stands in every text, so that a single one that gets out is noticed. */
  readonly word: string
}
