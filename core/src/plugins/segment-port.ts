import {
  ContactQuery,
  ContactSegmentFilter,
  Refusal,
  seesMasked,
  type ContactId,
  type CorePorts,
  type TenantId,
  type Viewer,
} from '@recado/contracts'
import { contactsAmong, listContacts } from '../contacts/contact-search.ts'
import type { Database } from '../db/database.ts'
import type { MediaStore } from '../media/media.ts'
import type { SettingsReader } from '../settings/settings-reader.ts'
import { requireUse, type PortUser } from './attribute-port.ts'

const mostSegments = 100
const mostContacts = 100

/** Shared segments as plugins read them: see {@link CorePorts}. A user's own are nobody else's. */
export const segmentPort = (
  {
    db,
    media,
    settings,
  }: {
    readonly db: Database
    readonly media: Pick<MediaStore, 'sign'>
    readonly settings: Pick<SettingsReader, 'visibility'>
  },
  tenantId: string,
  plugin: PortUser,
  viewer?: Viewer,
): CorePorts['segments'] => {
  async function requireFilter(segment: string): Promise<ContactSegmentFilter> {
    const [[row]] = await db.read(tenantId, (sql) => [
      sql<{
        filter: unknown
      }>`select filter from core.contact_segment where tenant_id = ${tenantId} and id = ${segment} and is_shared`,
    ])
    if (!row) throw new Refusal('ERR_NO_SEGMENT_FOUND')
    return ContactSegmentFilter.parse(row.filter)
  }
  const isMasked = async (): Promise<boolean> =>
    viewer !== undefined && seesMasked(viewer, await settings.visibility(tenantId))
  return {
    async list() {
      requireUse(plugin, 'segments.read')
      const [rows] = await db.read(tenantId, (sql) => [
        sql<{
          id: string
          name: string
        }>`
          select id, name
            from core.contact_segment
           where tenant_id = ${tenantId} and is_shared
           order by position, id limit ${mostSegments}`,
      ])
      return rows
    },
    async holding(segment, contacts) {
      requireUse(plugin, 'segments.read')
      if (contacts.length > mostContacts) throw new RangeError(`at most ${mostContacts} contacts are asked for at once`)
      return contactsAmong(db, tenantId, await requireFilter(segment), contacts, await isMasked()) as Promise<
        ContactId[]
      >
    },
    async contacts(segment, { cursor, limit = mostContacts } = {}) {
      requireUse(plugin, 'segments.read')
      const filter = await requireFilter(segment)
      const { contacts, nextCursor } = await listContacts(
        { db, media },
        { tenantId: tenantId as TenantId },
        { ...ContactQuery.parse({}), ...filter, order: 'name', limit: Math.min(limit, mostContacts), cursor },
        await isMasked(),
      )
      return { contacts: contacts.map(({ id }) => id), nextCursor }
    },
  }
}
