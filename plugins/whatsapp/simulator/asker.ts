import type { Account } from './account.ts'
import type { LinkedDevice } from './linked-device.ts'
import type { World } from './world.ts'

/** Where a query comes from. */
export interface Asker {
  readonly simulator: World
  readonly account: Account
  readonly device: LinkedDevice
}
