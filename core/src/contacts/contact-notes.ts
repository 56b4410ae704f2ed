import {
  maskName,
  Refusal,
  seesMasked,
  type Contact,
  type ContactNote,
  type ContactNoteInput,
  type ContactNotePage,
  type ContactNoteQuery,
  type Viewer,
} from '@recado/contracts'
import { and, eq, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { readCursor, writeCursor } from '../db/cursor.ts'
import type { Database } from '../db/database.ts'
import { newId } from '../base/ids.ts'
import type { MediaStore } from '../media/media.ts'
import type { Realtime } from '../realtime/realtime.ts'
import type { SettingsReader } from '../settings/settings-reader.ts'
import { noteWithoutMasks } from './contact-masks.ts'
import { pictureUrls } from './contact-picture.ts'
import { noteRows, notesPerContact, toNote } from './contact-note-rows.ts'
import { contactNote } from '../tables/contact.table.ts'

export interface ContactNotesDeps {
  readonly db: Database
  readonly media: Pick<MediaStore, 'sign'>
  readonly settings: SettingsReader
  readonly realtime: Pick<Realtime, 'contactChanged'>
}

/** Notes about contacts (S3-017): everybody who writes contacts writes, changes and deletes them. */
export class ContactNotes {
  readonly #deps: ContactNotesDeps
  constructor(deps: ContactNotesDeps) {
    this.#deps = deps
  }

  /** GET /contact-notes: of all contacts, newest first (S2-094). */
  async list(viewer: Viewer, query: z.output<typeof ContactNoteQuery>): Promise<ContactNotePage> {
    const { tenantId } = viewer
    const cursor = readCursor(query.cursor)
    const [rows] = await this.#deps.db.read(tenantId, (builder) => [
      noteRows(
        builder,
        builder`
      select n.*
        from core.contact_note n
       where n.tenant_id = ${tenantId}
         and ${
           cursor
             ? builder`(n.created_at, n.id) < (${cursor.at}::text::timestamptz, ${cursor.id}::uuid)`
             : builder`true`
         }
       order by n.created_at desc, n.id desc limit ${query.limit + 1}`,
      ),
    ])
    const masked = await this.#masks(viewer)
    const hasMore = rows.length > query.limit
    const page = rows.slice(0, query.limit)
    const last = page.at(-1)
    const picture = pictureUrls(this.#deps.media, tenantId)
    return {
      notes: page.map((row) => ({
        ...toNote(row, masked),
        contact: {
          id: row.contact_id as Contact['id'],
          name: masked ? maskName(row.contact_name) : row.contact_name,
          profilePicUrl: picture(row.profile_pic_url),
        },
      })),
      hasMore,
      nextCursor: hasMore && last ? writeCursor({ at: last.created_key, id: last.id }) : null,
    }
  }

  /** @throws Refusal ERR_NO_CONTACT_FOUND, ERR_CONTACT_NOTES_FULL */
  async create(viewer: Viewer, contactId: string, given: ContactNoteInput): Promise<ContactNote> {
    const { tenantId, userId } = viewer
    const id = newId()
    const owner = await this.#deps.db.tenant(tenantId, async (tx) => {
      const [held] = await tx.execute<{ id: string; notes: number }>(sql`
        select c.id,
               (select count(*)::integer
                  from core.contact_note n
                 where n.tenant_id = c.tenant_id and n.contact_id = c.id) as notes
          from core.contact c
         where c.tenant_id = ${tenantId}
           and c.id = core.surviving_contact(${tenantId}, ${contactId})
           and c.merged_into is null
           and c.erased_at is null for no key update`)
      if (!held) throw new Refusal('ERR_NO_CONTACT_FOUND')
      if (held.notes >= notesPerContact) throw new Refusal('ERR_CONTACT_NOTES_FULL', { limit: notesPerContact })
      await tx.insert(contactNote).values({
        id,
        tenantId,
        contactId: held.id,
        ...given,
        userId,
        createdAt: sql`clock_timestamp()` as never,
        updatedAt: sql`clock_timestamp()` as never,
      })
      return held.id
    })
    return this.#shown(viewer, id, owner)
  }

  /**
   * Changes a note. A user who sees data masked cannot write the mask back: it counts as unchanged. @throws Refusal
   * ERR_NO_CONTACT_NOTE_FOUND
   */
  async change(viewer: Viewer, noteId: string, given: ContactNoteInput): Promise<ContactNote> {
    const { tenantId } = viewer
    const masked = await this.#masks(viewer)
    const contactId = await this.#deps.db.tenant(tenantId, async (tx) => {
      const one = and(eq(contactNote.tenantId, tenantId), eq(contactNote.id, noteId))
      const [held] = await tx.select().from(contactNote).where(one).for('no key update')
      if (!held) throw new Refusal('ERR_NO_CONTACT_NOTE_FOUND')
      await tx
        .update(contactNote)
        .set({ ...(masked ? noteWithoutMasks(given, held) : given), updatedAt: sql`clock_timestamp()` as never })
        .where(one)
      return held.contactId
    })
    return this.#shown(viewer, noteId, contactId)
  }

  /** @throws Refusal ERR_NO_CONTACT_NOTE_FOUND */
  async remove({ tenantId }: Viewer, noteId: string): Promise<void> {
    const [row] = await this.#deps.db.tenant(tenantId, (tx) =>
      tx
        .delete(contactNote)
        .where(and(eq(contactNote.tenantId, tenantId), eq(contactNote.id, noteId)))
        .returning({ contactId: contactNote.contactId }),
    )
    if (!row) throw new Refusal('ERR_NO_CONTACT_NOTE_FOUND')
    this.#deps.realtime.contactChanged(tenantId, { type: 'contact:update', payload: { id: row.contactId } })
  }

  async #shown(viewer: Viewer, noteId: string, contactId: string): Promise<ContactNote> {
    this.#deps.realtime.contactChanged(viewer.tenantId, { type: 'contact:update', payload: { id: contactId } })
    const [rows] = await this.#deps.db.read(viewer.tenantId, (query) => [
      noteRows(
        query,
        query`select n.* from core.contact_note n where n.tenant_id = ${viewer.tenantId} and n.id = ${noteId}`,
      ),
    ])
    if (!rows[0]) throw new Refusal('ERR_NO_CONTACT_NOTE_FOUND')
    return toNote(rows[0], await this.#masks(viewer))
  }

  async #masks(viewer: Viewer): Promise<boolean> {
    return seesMasked(viewer, await this.#deps.settings.visibility(viewer.tenantId))
  }
}
