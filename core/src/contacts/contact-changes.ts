import {
  ContactDeleted,
  ContactUpdated,
  Refusal,
  seesMasked,
  type AttributeValues,
  type ContactChange,
  type ContactId,
  type UploadedFile,
  type Viewer,
} from '@recado/contracts'
import { and, eq, sql } from 'drizzle-orm'
import { attributesAfter } from '../attributes/attribute-writing.ts'
import { audit } from '../audit/audit.ts'
import type { EventBus } from '../bus/bus.ts'
import type { Clock } from '../base/clock.ts'
import type { Database, Tx } from '../db/database.ts'
import { newId } from '../base/ids.ts'
import type { Realtime } from '../realtime/realtime.ts'
import type { SettingsReader } from '../settings/settings-reader.ts'
import type { TicketFeed } from '../realtime/ticket-feed.ts'
import type { Pictures } from '../users/picture.ts'
import type { ContactEditor } from './contact-editor.ts'
import { storedPicture, uploadedId } from './contact-picture.ts'
import { contactColumns, type ContactColumns } from './contact-fields.ts'
import { withoutMasks } from './contact-masks.ts'
import type { IdentityKey } from './identity-claims.ts'
import { claimIdentities, lockIdentities, typedIdentities, writeBelongings } from './contact-writing.ts'
import { contact } from '../tables/contact.table.ts'

/** Open clients are shown so many tickets of a changed contact; older ones are read again when somebody opens them. */
const maxShownTickets = 200

/** Names of providers are cut at this length, as those of people who write. */
const maxName = 200

/** Nothing in place of what was refused: a picture that cannot be drawn, a contact that is gone. */
function nothingRefused(error: unknown): undefined {
  if (!Refusal.is(error)) throw error
}

export interface ContactChangesDeps {
  readonly db: Database
  readonly bus: Pick<EventBus, 'publish' | 'poke'>
  readonly feed: TicketFeed
  readonly realtime: Pick<Realtime, 'contactChanged'>
  readonly settings: SettingsReader
  readonly clock: Clock
  readonly pictures: Pick<Pictures, 'store' | 'discard'>
}

type Held = { id: string; number: string | null; email: string | null; attributes: AttributeValues } & Record<
  string,
  unknown
>

type Shown = { picture: string | null; number: string | null; unnamed: boolean }

/** Changing and deleting contacts by hand. The id of a contact that was merged stands for the one it is part of. */
export class ContactChanges {
  readonly #deps: ContactChangesDeps
  constructor(deps: ContactChangesDeps) {
    this.#deps = deps
  }

  /**
   * Changes the given fields. A new number or address belongs to the contact from now on; the previous one is removed
   * if no message used it, and stays a way to reach them once there are conversations, or if it came with a merged
   * contact. A user who sees data masked cannot write the mask back: it counts as unchanged.
   * @throws Refusal ERR_NO_CONTACT_FOUND, ERR_DUPLICATED_CONTACT, ERR_VALIDATION, ERR_NO_TAG_FOUND, ERR_NO_USER_FOUND,
   * ERR_NO_PERMISSION
   */
  async change(viewer: ContactEditor, contactId: string, given: ContactChange): Promise<ContactId> {
    const { db, bus, clock, realtime, settings } = this.#deps
    const { tenantId, userId } = viewer
    const masked = viewer.userId !== null && seesMasked(viewer, await settings.visibility(tenantId))
    const id = await db.tenant(tenantId, async (tx) => {
      const shown = masked ? await this.#shown(tx, tenantId, contactId) : undefined
      const columns = contactColumns(shown ? withoutMasks(given, shown) : given, clock.now().toISOString().slice(0, 10))
      // Locks are taken in the order of core/src/db/schema/08-contacts.sql: identities, then the contact.
      await lockIdentities(tx, tenantId, typedIdentities(columns))
      const held = await this.#hold(tx, tenantId, contactId)
      const own =
        given.attributes && (await attributesAfter(tx, tenantId, 'contact', held.attributes, given.attributes))
      await this.#replaceIdentities(tx, tenantId, held, columns)
      await tx
        .update(contact)
        .set({
          ...columns,
          ...(own && { attributes: own.values }),
          ...(columns.number !== undefined &&
            columns.number !== held.number &&
            columns.whatsappValidated === undefined && { whatsappValidated: false }),
          updatedAt: sql`now()` as never,
        })
        .where(and(eq(contact.tenantId, tenantId), eq(contact.id, held.id)))
      await writeBelongings(tx, viewer, held.id, given)
      const fields = [
        ...Object.keys(given).filter((field) => field !== 'attributes'),
        ...(own?.changed ?? []).map((key) => `attributes.${key}`),
      ].toSorted()
      const facts = { fields, ...(viewer.userId === null && { plugin: viewer.plugin }) }
      await audit(tx, { tenantId, userId, action: 'contacts.update', subject: held.id, facts })
      await bus.publish(tx, ContactUpdated, { tenantId, key: held.id, data: { contactId: held.id, fields } })
      return held.id as ContactId
    })
    bus.poke()
    realtime.contactChanged(tenantId, { type: 'contact:update', payload: { id } })
    await this.#showTickets(tenantId, id)
    return id
  }

  /** Gives a contact one more identity. Twice is once. @throws Refusal ERR_NO_CONTACT_FOUND, ERR_DUPLICATED_CONTACT */
  async identify(tenantId: string, contactId: string, identity: IdentityKey): Promise<void> {
    await this.#deps.db.tenant(tenantId, async (tx) => {
      await lockIdentities(tx, tenantId, [identity])
      const held = await this.#hold(tx, tenantId, contactId)
      await claimIdentities(tx, tenantId, held.id, [identity])
    })
  }

  /**
   * Sets a contact's picture; null removes it, whatever its source.
   * @throws Refusal ERR_NO_CONTACT_FOUND, ERR_NO_FILE_UPLOADED, ERR_FILE_TYPE, ERR_INVALID_IMAGE, ERR_IMAGE_TOO_LARGE
   */
  async setPicture(
    { tenantId, userId }: Viewer,
    contactId: string,
    files: readonly UploadedFile[] | null,
  ): Promise<ContactId> {
    const { db, bus, realtime, pictures } = this.#deps
    // Asked before a file is kept, and again with it.
    if (files) await db.tenant(tenantId, (tx) => this.#hold(tx, tenantId, contactId))
    const image = files && (await pictures.store(tenantId, files))
    const { id, before } = await db.tenant(tenantId, async (tx) => {
      const held = await this.#hold(tx, tenantId, contactId)
      const own = and(eq(contact.tenantId, tenantId), eq(contact.id, held.id))
      const [shown] = await tx.select({ picture: contact.profilePicUrl }).from(contact).where(own)
      await tx
        .update(contact)
        .set({ profilePicUrl: image && storedPicture(image), updatedAt: sql`now()` as never })
        .where(own)
      await audit(tx, {
        tenantId,
        userId,
        action: 'contacts.update',
        subject: held.id,
        facts: { fields: ['profilePicUrl'] },
      })
      await bus.publish(tx, ContactUpdated, {
        tenantId,
        key: held.id,
        data: { contactId: held.id, fields: ['profilePicUrl'] },
      })
      return { id: held.id as ContactId, before: shown?.picture ?? null }
    })
    bus.poke()
    realtime.contactChanged(tenantId, { type: 'contact:update', payload: { id } })
    await this.#showTickets(tenantId, id)
    await pictures.discard(tenantId, uploadedId(before))
    return id
  }

  /**
   * Takes what a provider tells of a contact: a name in place of one that nobody has given, a picture and a number
   * where there is none. A picture that cannot be drawn is left. A contact that is gone is left, too.
   */
  describe(
    tenantId: string,
    contactId: string,
    told: { name?: string; number?: string; picture?: UploadedFile },
  ): Promise<void> {
    return this.#take(tenantId, contactId, told, ({ unnamed, number, picture }) => ({
      name: unnamed,
      number: !number,
      picture: !picture,
    }))
  }

  /**
   * Name and picture after somebody has changed them at the provider through the product, in place of whatever there
   * was; null removes the picture. Otherwise as `describe`.
   */
  follow(tenantId: string, contactId: string, told: { name?: string; picture?: UploadedFile | null }): Promise<void> {
    return this.#take(tenantId, contactId, told, () => ({ name: true, number: false, picture: true }))
  }

  async #take(
    tenantId: string,
    contactId: string,
    told: { name?: string; number?: string; picture?: UploadedFile | null },
    replaces: (before: Shown) => { name: boolean; number: boolean; picture: boolean },
  ): Promise<void> {
    const { db, bus, realtime, pictures } = this.#deps
    const stored = told.picture && (await pictures.store(tenantId, [told.picture]).catch(nothingRefused))
    const { changed, unused } = await db.tenant(tenantId, async (tx) => {
      const held = await this.#hold(tx, tenantId, contactId).catch(nothingRefused)
      if (!held) return { changed: undefined, unused: stored ?? null }
      const [before] = await tx.execute<Shown>(sql`
        select profile_pic_url as picture, number, core.is_unnamed(tenant_id, id) as unnamed
          from core.contact
         where tenant_id = ${tenantId} and id = ${held.id}`)
      const takes = replaces(before!)
      const values = {
        ...(told.name !== undefined && takes.name && { name: told.name.slice(0, maxName) }),
        ...(told.number !== undefined && takes.number && { number: told.number }),
        ...(stored !== undefined && takes.picture && { profilePicUrl: stored && storedPicture(stored) }),
      }
      const fields = Object.keys(values)
      const unused = values.profilePicUrl === undefined ? (stored ?? null) : uploadedId(before!.picture)
      if (fields.length === 0) return { changed: undefined, unused }
      await tx
        .update(contact)
        .set({ ...values, updatedAt: sql`now()` as never })
        .where(and(eq(contact.tenantId, tenantId), eq(contact.id, held.id)))
      await bus.publish(tx, ContactUpdated, { tenantId, key: held.id, data: { contactId: held.id, fields } })
      return { changed: held.id as ContactId, unused }
    })
    await pictures.discard(tenantId, unused)
    if (changed === undefined) return
    bus.poke()
    realtime.contactChanged(tenantId, { type: 'contact:update', payload: { id: changed } })
    await this.#showTickets(tenantId, changed)
  }

  /**
   * Deletes a contact nobody ever talked with, and everybody merged into it, with identities, notes, tags and wallets.
   * Privacy requests about the person stay, with a shell without a name.
   * @throws Refusal ERR_NO_CONTACT_FOUND, ERR_CONTACT_TICKETS_REGISTERED, ERR_ERASURE_RUNNING
   */
  async remove({ tenantId, userId }: Viewer, contactId: string): Promise<void> {
    const { db, bus, realtime, pictures } = this.#deps
    const { id, shown } = await db.tenant(tenantId, async (tx) => {
      await tx.execute(sql`select core.lock_merges(${tenantId})`)
      const held = await this.#hold(tx, tenantId, contactId, 'update')
      const people = await tx.execute<{ id: string; picture: string | null }>(sql`
        with recursive those as (
          select ${held.id}::uuid as id
          union select c.id
            from core.contact c
            join those t on c.tenant_id = ${tenantId} and c.merged_into = t.id)
        select c.id, c.profile_pic_url as picture
          from core.contact c
         where c.tenant_id = ${tenantId} and c.id in (select id from those)
         order by c.id for update`)
      const theirs = sql`${sql.param(people.map((person) => person.id))}::uuid[]`
      const [talked] = await tx.execute(
        sql`select 1 from core.ticket where tenant_id = ${tenantId} and contact_id = any (${theirs}) limit 1`,
      )
      if (talked) throw new Refusal('ERR_CONTACT_TICKETS_REGISTERED')
      const asked = await tx.execute<{ kind: string; state: string }>(sql`
        select kind, state from core.privacy_request where tenant_id = ${tenantId} and contact_id = any (${theirs})`)
      if (asked.some(({ kind, state }) => kind === 'erasure' && state === 'running'))
        throw new Refusal('ERR_ERASURE_RUNNING')
      if (asked.length > 0) {
        const shell = newId()
        await tx.execute(
          sql`insert into core.contact (id, tenant_id, name, erased_at) values (${shell}, ${tenantId}, '—', now())`,
        )
        await tx.execute(sql`
          update core.privacy_request set contact_id = ${shell}
           where tenant_id = ${tenantId} and contact_id = any (${theirs})`)
      }
      await tx.execute(sql`select core.forget_merges(${tenantId}, ${theirs})`)
      await tx.execute(
        sql`update core.contact set merged_into = null where tenant_id = ${tenantId} and merged_into = any (${theirs})`,
      )
      await tx.execute(sql`delete from core.contact where tenant_id = ${tenantId} and id = any (${theirs})`)
      await audit(tx, { tenantId, userId, action: 'contacts.delete', subject: held.id })
      await bus.publish(tx, ContactDeleted, { tenantId, key: held.id, data: { contactId: held.id } })
      return { id: held.id, shown: new Set(people.map(({ picture }) => uploadedId(picture))) }
    })
    bus.poke()
    realtime.contactChanged(tenantId, { type: 'contact:delete', payload: { id } })
    for (const picture of shown) await pictures.discard(tenantId, picture)
  }

  async #shown(tx: Tx, tenantId: string, contactId: string): Promise<typeof contact.$inferSelect> {
    const [row] = await tx
      .select()
      .from(contact)
      .where(
        and(eq(contact.tenantId, tenantId), eq(contact.id, sql`core.surviving_contact(${tenantId}, ${contactId})`)),
      )
    if (!row) throw new Refusal('ERR_NO_CONTACT_FOUND')
    return row
  }

  /** A concurrent merge waits or is done; then the survivor is another one, which is read again. */
  async #hold(
    tx: Tx,
    tenantId: string,
    contactId: string,
    lock: 'no key update' | 'update' = 'no key update',
  ): Promise<Held> {
    const [held] = await tx.execute<Held & { merged: boolean }>(sql`
      select c.id, c.number, c.email, c.attributes, c.merged_into is not null as merged
        from core.contact c
       where c.tenant_id = ${tenantId}
         and c.id = core.surviving_contact(${tenantId}, ${contactId})
         and c.erased_at is null for ${sql.raw(lock)}`)
    if (!held) throw new Refusal('ERR_NO_CONTACT_FOUND')
    return held.merged ? this.#hold(tx, tenantId, contactId, lock) : held
  }

  async #replaceIdentities(tx: Tx, tenantId: string, held: Held, columns: ContactColumns): Promise<void> {
    const gone = typedIdentities({
      number: columns.number !== undefined && columns.number !== held.number ? held.number : null,
      email: columns.email !== undefined && columns.email !== held.email ? held.email : null,
    })
    for (const { kind, value } of gone) {
      await tx.execute(sql`
        delete from core.contact_identity i
         where i.tenant_id = ${tenantId}
           and i.contact_id = ${held.id}
           and i.origin_id is null
           and i.kind = ${kind}
           and i.value = ${value}
           and not exists (select 1 from core.ticket t where t.tenant_id = ${tenantId} and t.contact_id = ${held.id})`)
    }
    await claimIdentities(tx, tenantId, held.id, typedIdentities(columns))
  }

  async #showTickets(tenantId: string, contactId: string): Promise<void> {
    const [rows] = await this.#deps.db.read(tenantId, (query) => [
      query<{ id: string }>`
      select t.id
        from core.ticket t
       where t.tenant_id = ${tenantId} and t.contact_id = ${contactId}
       order by t.updated_at desc limit ${maxShownTickets}`,
    ])
    if (rows.length > 0)
      void this.#deps.feed.show(tenantId, { tickets: rows.map(({ id }) => ({ id, type: 'ticket:update' })) })
  }
}
