import { createGzip } from 'node:zlib'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Refusal, type MediaId } from '@recado/contracts'
import type { Row } from 'postgres'
import { pack, type Pack } from 'tar-stream'
import { selectedDetails } from '../contacts/detail-columns.ts'
import { uploadedId } from '../contacts/contact-picture.ts'
import type { Database } from '../db/database.ts'
import { MissingBlob, type MediaStore } from '../media/media.ts'
import { safeName } from '../files/name.ts'
import type { PluginHoldings } from '../plugins/plugin-choices.ts'
import type { Person } from './person.ts'

/** Key of an export's archive in the blob store. */
export const archiveOf = (tenantId: string, requestId: string): string => `${tenantId}/exports/${requestId}`

const messagesPerFile = 1_000

export interface ArchiveParts {
  readonly db: Database
  readonly media: Pick<MediaStore, 'info' | 'open'>
  readonly tenantId: string
  readonly person: Person
  readonly plugins: PluginHoldings
  readonly now: Date
  /** Called with the number of messages and files written since the last call. */
  progressed(messages: number, files: number): Promise<void>
}

/**
 * Everything that is kept of a person, as a gzipped tar: JSON files and, under `media/`, the stored files. Written as
 * it is read, so that its size does not matter. `contents.json` comes last and says what is in it and what could not be
 * had.
 */
export function exportArchive(parts: ArchiveParts): AsyncIterable<Uint8Array> {
  const tar = pack()
  const gzip = createGzip()
  fill(tar, parts).then(
    () => tar.finalize(),
    (error: unknown) => tar.destroy(error as Error),
  )
  // An early end reaches the reader of the archive.
  pipeline(tar as unknown as Readable, gzip).catch(() => undefined)
  return gzip
}

async function fill(tar: Pack, parts: ArchiveParts): Promise<void> {
  const { db, tenantId, person, plugins, now } = parts
  const contacts = [...person.footprint.contacts]
  const missing: string[] = plugins.failed.map((plugin) => `plugins/${plugin}.json`)
  const [details, tickets, logs, merges] = await db.read(tenantId, (sql) => [
    sql`
      select c.id, c.name, c.number, c.email, c.profile_pic_url as "profilePicUrl", c.extra_info as "extraInfo",
             c.attributes, ${selectedDetails(sql)}, c.whatsapp_validated as "whatsappValidated",
             c.merged_into as "mergedInto", c.created_at as "createdAt", c.updated_at as "updatedAt",
               coalesce((select jsonb_agg(g.name order by g.name)
                           from core.contact_tag ct
                           join core.tag g on g.tenant_id = ct.tenant_id and g.id = ct.tag_id
                          where ct.tenant_id = c.tenant_id and ct.contact_id = c.id),
                        '[]') as tags,
               coalesce((select jsonb_agg(u.name order by u.name)
                           from core.contact_wallet w
                           join core.user_account u on u.tenant_id = w.tenant_id and u.id = w.user_id
                          where w.tenant_id = c.tenant_id and w.contact_id = c.id),
                        '[]') as wallets,
               coalesce((select jsonb_agg(jsonb_build_object('title', n.title, 'description', n.description,
                 'information', n.information, 'author', u.name, 'createdAt', n.created_at,
                 'updatedAt', n.updated_at) order by n.created_at,
                 n.id)
                           from core.contact_note n
                           left join core.user_account u on u.tenant_id = n.tenant_id and u.id = n.user_id
                          where n.tenant_id = c.tenant_id and n.contact_id = c.id),
                           '[]') as notes,
               coalesce((select jsonb_agg(jsonb_build_object('kind', i.kind, 'value', i.value, 'verified', i.verified,
                 'since', i.created_at))
                           from core.contact_identity i
                          where i.tenant_id = c.tenant_id and i.contact_id = c.id),
                        '[]') as identities
        from core.contact c where c.tenant_id = ${tenantId} and c.id = any (${contacts}::uuid[])`,
    sql`
      select t.id, t.protocol, t.status, t.channel, k.name as connection, t.chat, q.name as queue, t.attributes,
             t.created_at as "createdAt", t.started_at as "startedAt", t.closed_at as "closedAt",
               coalesce((select jsonb_agg(g.name order by g.name)
                           from core.ticket_tag tt
                           join core.tag g on g.tenant_id = tt.tenant_id and g.id = tt.tag_id
                          where tt.tenant_id = t.tenant_id and tt.ticket_id = t.id),
                        '[]') as tags
        from core.ticket t
        join core.connection k on k.tenant_id = t.tenant_id and k.id = t.connection_id
        left join core.queue q on q.tenant_id = t.tenant_id and q.id = t.queue_id
       where t.tenant_id = ${tenantId} and t.contact_id = any (${contacts}::uuid[]) order by t.created_at, t.id`,
    sql`
      select l.ticket_id as "ticketId", l.type, l.note, l.created_at as at from core.ticket_log l
       where l.tenant_id = ${tenantId}
         and l.ticket_id in (
           select t.id from core.ticket t where t.tenant_id = ${tenantId} and t.contact_id = any (${contacts}::uuid[]))
       order by l.created_at, l.id`,
    sql`
      select m.from_id as
        from, m.into_id as into, m.automatic, m.merged_at as "mergedAt", m.undone_at as "undoneAt"
        from core.contact_merge m
       where m.tenant_id = ${tenantId}
         and (m.from_id = any (${contacts}::uuid[]) or m.into_id = any (${contacts}::uuid[]))
       order by m.merged_at`,
  ])
  await entry(tar, 'contact.json', { contacts: details, merges })
  await entry(tar, 'tickets.json', tickets)
  await entry(tar, 'ticket-logs.json', logs)
  for (const [plugin, held] of Object.entries(plugins.held)) await entry(tar, `plugins/${plugin}.json`, held)

  let messages = 0
  let files = 0
  for (const media of new Set(details.flatMap((row) => uploadedId(row['profilePicUrl'] as string | null) ?? []))) {
    if (!(await file(tar, parts, media as MediaId))) missing.push(`media/${media}`)
    files++
  }
  for (const ticket of tickets) {
    let position = '0'
    for (let page = 1; ; page++) {
      const rows = await messagesOf(db, tenantId, ticket['id'] as string, position)
      if (rows.length === 0) break
      await entry(tar, `messages/${ticket['protocol'] as string}-${page}.json`, rows.map(asWritten))
      const held = rows.flatMap((row) => row['held'] as MediaId[])
      for (const media of held) if (!(await file(tar, parts, media))) missing.push(`media/${media}`)
      messages += rows.length
      files += held.length
      await parts.progressed(messages, files)
      if (rows.length < messagesPerFile) break
      position = rows.at(-1)!['position'] as string
    }
  }
  await entry(tar, 'contents.json', {
    contact: person.id,
    madeAt: now.toISOString(),
    tickets: tickets.length,
    messages,
    files,
    missing,
  })
}

async function messagesOf(db: Database, tenantId: string, ticketId: string, after: string): Promise<Row[]> {
  const [rows] = await db.read(tenantId, (sql) => [
    sql`
    select m.id, m.position::text as position, m.ticket_id as "ticketId", m.from_me as "fromMe",
           coalesce(m.sender_name, u.name) as author, m.body, m.parts, m.status, m.reactions,
           m.reply_to_id as "quotedId", m.quote, m.forwarded,
           m.sent_at as "sentAt", m.edited_at as "editedAt", m.deleted_at as "deletedAt", core.media_of(m.parts) as held
      from core.message m left join core.user_account u on u.tenant_id = m.tenant_id and u.id = m.user_id
     where m.tenant_id = ${tenantId} and m.ticket_id = ${ticketId} and m.position > ${after}::text::bigint
     order by m.position limit ${messagesPerFile}`,
  ])
  return rows
}

/** Without what only the way here needs. */
const asWritten = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => name !== 'position' && name !== 'held'))

/** False when the file is not there any more; any other fault fails the attempt, which is made again. */
async function file(tar: Pack, { media, tenantId }: ArchiveParts, id: MediaId): Promise<boolean> {
  const info = await media.info(tenantId, id)
  const opened =
    info &&
    (await media.open(tenantId, id).catch((error: unknown) => {
      if (error instanceof MissingBlob || (Refusal.is(error) && error.code === 'ERR_NO_MEDIA_FOUND')) return undefined
      throw error
    }))
  if (!opened) return false
  const target = tar.entry({ name: `media/${id}-${safeName(opened.name) ?? 'file'}`, size: opened.bytes })
  await pipeline(Readable.fromWeb(opened.stream as never), target as unknown as NodeJS.WritableStream)
  return true
}

function entry(tar: Pack, name: string, value: unknown): Promise<void> {
  return new Promise((resolve, reject) =>
    tar.entry({ name }, JSON.stringify(value, null, 2), (error) => (error ? reject(error) : resolve())),
  )
}
