import { ContactQuery, ContactSegmentFilter, Refusal, seesMasked, type CorePorts, type TenantId, type Viewer } from '@recado/contracts'
import { listContacts } from '../contacts/contact-search.ts'
import type { Database } from '../db/database.ts'
import type { MediaStore } from '../media/media.ts'
import type { SettingsReader } from '../settings/settings-reader.ts'
import { requireUse, type PortUser } from './attribute-port.ts'

const mostSegments = 100
const mostContacts = 100

/** Shared segments as plugins read them: see {@link CorePorts}. A user's own are nobody else's. */
export const segmentPort = ({ db, media, settings }: { readonly db: Database; readonly media: Pick<MediaStore, 'sign'>; readonly settings: Pick<SettingsReader, 'visibility'> }, tenantId: string, plugin: PortUser, viewer?: Viewer): CorePorts['segments'] => ({
  async list() {
    requireUse(plugin, 'segments.read')
    const [rows] = await db.read(tenantId, (sql) => [sql<{ id: string; name: string }>`select id, name from core.contact_segment where tenant_id = ${tenantId} and is_shared order by position, id limit ${mostSegments}`])
    return rows
  },
  async contacts(segment, { cursor, limit = mostContacts } = {}) {
    requireUse(plugin, 'segments.read')
    const [[row]] = await db.read(tenantId, (sql) => [sql<{ filter: unknown }>`select filter from core.contact_segment where tenant_id = ${tenantId} and id = ${segment} and is_shared`])
    if (!row) throw new Refusal('ERR_NO_SEGMENT_FOUND')
    const masked = viewer !== undefined && seesMasked(viewer, await settings.visibility(tenantId))
    const { contacts, nextCursor } = await listContacts({ db, media }, { tenantId: tenantId as TenantId }, { ...ContactQuery.parse({}), ...ContactSegmentFilter.parse(row.filter), order: 'name', limit: Math.min(limit, mostContacts), cursor }, masked)
    return { contacts: contacts.map(({ id }) => id), nextCursor }
  },
})
