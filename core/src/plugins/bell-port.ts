import { bellDays, BellTellingShape, type BellNotice, type CorePorts } from '@recado/contracts'
import type { Bell } from '../notifications/bell.ts'
import type { PortUser } from './attribute-port.ts'
import { wholePermission } from './describe-plugins.ts'

/** What a plugin puts into the bell of users, and takes out of it: see {@link CorePorts}. */
export function bellPort(
  { bell }: { bell: () => Pick<Bell, 'tell' | 'takeBack'> },
  tenantId: string,
  { id: plugin, bell: kinds = [] }: PortUser,
): Pick<CorePorts['notifications'], 'tell' | 'takeBack'> {
  const declared = (notice: string): BellNotice => {
    const kind = (kinds as readonly BellNotice[]).find(({ id }) => id === notice)
    if (!kind) throw new TypeError(`${plugin} does not declare the notice ${notice} in bell`)
    return kind
  }
  return {
    async tell(telling) {
      const { notice, key, facts = {}, users, path = null } = BellTellingShape.parse(telling)
      const { permission, days = bellDays } = declared(notice)
      await bell().tell(tenantId, {
        plugin,
        notice,
        key,
        facts,
        path,
        permission: wholePermission(plugin, permission),
        days,
        users,
      })
    },
    async takeBack({ notice, key }) {
      declared(notice)
      await bell().takeBack(tenantId, plugin, notice, key)
    },
  }
}
