import type { ImportPort, Viewer } from '@recado/contracts'
import type { Imports } from '../imports/imports.service.ts'
import { requireUse, type PortUser } from './attribute-port.ts'

/** What a plugin brings in from another system: see {@link ImportPort}. */
export function importPort(
  imports: () => Imports,
  tenantId: string,
  plugin: PortUser,
  viewer: Viewer | undefined,
): ImportPort {
  const asItself = (): void => {
    requireUse(plugin, 'imports.write')
    if (viewer) throw new TypeError(`${plugin.id} imports in events and jobs, not in the name of a user`)
  }
  return {
    async places() {
      requireUse(plugin, 'imports.write')
      return imports().places(tenantId)
    },
    async readTable(bytes, take, signal) {
      requireUse(plugin, 'imports.write')
      return imports().readTable(tenantId, bytes, take, signal)
    },
    async write(batch) {
      asItself()
      return imports().write(tenantId, plugin.id, batch)
    },
    async became(source, kind, refs) {
      asItself()
      return imports().became(tenantId, plugin.id, source, kind, refs)
    },
    async settle(source, cursor = null) {
      asItself()
      return imports().settle(tenantId, plugin.id, source, cursor)
    },
    async undo(run, by = null) {
      asItself()
      return imports().undo(tenantId, plugin.id, run, by)
    },
  }
}
