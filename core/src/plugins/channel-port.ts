import {
  maskNumber,
  Refusal,
  seesMasked,
  type ChannelGroup,
  type ChannelOperation,
  type CorePorts,
  type CoreUse,
  type ConnectionId,
  type ConnectionStatus,
  type ExternalChatId,
  type OperationInput,
  type Viewer,
} from '@recado/contracts'
import type { ChannelCatalogue } from '../channels/channel-catalogue.ts'
import type { ConnectionOperations } from '../channels/connection-operations.ts'
import type { ContactChanges } from '../contacts/contact-changes.ts'
import type { Database } from '../db/database.ts'
import { byName } from '../db/name-cursor.ts'
import type { MediaStore } from '../media/media.ts'
import type { SettingsReader } from '../settings/settings-reader.ts'
import { followGroup } from './changed-group.ts'
import { requireUse, type PortUser } from './attribute-port.ts'

export interface ChannelPortParts {
  readonly db: Database
  readonly channels: () => Pick<ChannelCatalogue, 'all' | 'find' | 'usable'>
  readonly operations: () => Pick<ConnectionOperations, 'run'>
  readonly settings: Pick<SettingsReader, 'visibility'>
  readonly media: Pick<MediaStore, 'open'>
  readonly changes: () => Pick<ContactChanges, 'follow'>
}

const mostConnections = 200
/** Operations whose ids are numbers of people: not for those who are not shown numbers. */
const namingPeople: readonly ChannelOperation[] = [
  'groups.create',
  'groups.members',
  'groups.requests',
  'groups.decide',
]

/** What channels offer beside conversations: see {@link CorePorts}. */
export const channelPort = (
  parts: ChannelPortParts,
  tenantId: string,
  plugin: PortUser,
  viewer?: Viewer,
): CorePorts['channels'] => {
  const { db, channels, operations, settings } = parts
  return {
    async offering(operation) {
      requireUse(plugin, useOf(operation))
      const types = channels()
        .all()
        .filter(({ spec }) => spec.capabilities.operations.includes(operation))
        .map(({ spec }) => spec.type)
      if (types.length === 0) return []
      const [rows] = await db.read(tenantId, (sql) => [
        sql<{ id: ConnectionId; name: string; type: string; status: ConnectionStatus }>`
        select id, name, type, status from core.connection c
         where c.tenant_id = ${tenantId} and c.type = any (${types}) and c.is_active and c.deleted_at is null
         order by ${byName(sql, sql`c`)} limit ${mostConnections}`,
      ])
      return rows
    },
    async placeOf(ticket) {
      const [[row]] = await db.read(tenantId, (sql) => [
        sql<{ connection_id: ConnectionId; chat: ExternalChatId; channel: string }>`
        select connection_id, chat, channel from core.ticket where tenant_id = ${tenantId} and id = ${ticket}`,
      ])
      const { operations: offered = [], interactive = {} } =
        channels().find(row?.channel ?? '')?.spec.capabilities ?? {}
      return (
        row && {
          connection: row.connection_id,
          chat: row.chat,
          operations: offered,
          choices: { buttons: interactive.buttons ?? 0, listRows: interactive.listRows ?? 0 },
        }
      )
    },
    async run(connection, operation, input, { key } = {}) {
      requireUse(plugin, useOf(operation))
      const isMasked = viewer !== undefined && seesMasked(viewer, await settings.visibility(tenantId))
      if (isMasked && namingPeople.includes(operation)) throw new Refusal('ERR_NO_PERMISSION')
      const output = await operations().run(tenantId, connection, operation, input, key)
      if (operation === 'groups.change')
        await followGroup(parts, tenantId, connection, input as OperationInput<'groups.change'>)
      return isMasked && operation === 'groups.read' ? (maskedGroup(output as ChannelGroup) as typeof output) : output
    },
  }
}

const useOf = (operation: ChannelOperation): CoreUse => `channels.${operation.split('.')[0] as 'groups'}`

/** Ids hold numbers as often as not. */
const maskedGroup = (group: ChannelGroup): ChannelGroup => ({
  ...group,
  members: group.members.map((member, index) => ({
    ...member,
    id: String(index),
    phone: member.phone === null ? null : maskNumber(member.phone),
  })),
})
