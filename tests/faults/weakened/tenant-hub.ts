import { TenantHub as Hub } from '../../../core/src/realtime/tenant-hub.ts'

export * from '../../../core/src/realtime/tenant-hub.ts'

/** Tells nobody that pushes may have been lost. */
export class TenantHub extends Hub {
  override push(push: Parameters<Hub['push']>[0]): void {
    if (push.kind !== 'restart') super.push(push)
  }
}
