import { writeProtocol } from '@recado/contracts'
import type { SettingsReader } from '../settings/settings-reader.ts'
import type { Clock } from '../base/clock.ts'

/**
 * Protocol numbers (S9-139…). The number of a ticket comes from the database when it is stored, so what is made here
 * holds the placeholder `{id}`.
 */
export function createProtocols(deps: {
  settings: SettingsReader
  clock: Clock
  timeZone(tenantId: string): Promise<string>
}) {
  return {
    async template(tenantId: string): Promise<string> {
      return writeProtocol(
        await deps.settings.get(tenantId, 'protocolFormat'),
        deps.clock.now(),
        await deps.timeZone(tenantId),
        '{id}',
      )
    },
  }
}
