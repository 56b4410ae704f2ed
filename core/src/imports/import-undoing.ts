import { TicketDeleted, ContactDeleted, UserDeleted, type ImportKind, type ImportUndone } from '@recado/contracts'
import { sql, type SQL } from 'drizzle-orm'
import { audit } from '../audit/audit.ts'
import type { EventBus } from '../bus/bus.ts'
import type { Tx } from '../db/database.ts'
import { removeAccount } from '../users/account-removal.ts'

/** Things that are taken back at once. */
const portion = 500

/** The run of what belongs to no run any more. */
const nobody = '00000000-0000-0000-0000-000000000000'

/** From what stands in others to what they stand in. */
const order = ['message', 'ticket', 'contact', 'tag', 'user', 'queue'] as const satisfies readonly ImportKind[]

/** What people have gone on with; it stays. */
const inUse: Readonly<Record<ImportKind, SQL>> = {
  message: sql`false`,
  ticket: sql`exists (select from core.message m where m.tenant_id = x.tenant_id and m.ticket_id = x.id)`,
  contact: sql`exists (select from core.ticket t where t.tenant_id = x.tenant_id and t.contact_id = x.id)
    or exists (select from core.contact_note n where n.tenant_id = x.tenant_id and n.contact_id = x.id)
    or exists (select from core.contact_wallet w where w.tenant_id = x.tenant_id and w.contact_id = x.id)
    or exists (select from core.contact_merge w
                where w.tenant_id = x.tenant_id and (w.into_id = x.id or w.from_id = x.id))
    or exists (select from core.privacy_request p where p.tenant_id = x.tenant_id and p.contact_id = x.id)`,
  tag: sql`exists (select from core.contact_tag w where w.tenant_id = x.tenant_id and w.tag_id = x.id)
    or exists (select from core.ticket_tag w where w.tenant_id = x.tenant_id and w.tag_id = x.id)`,
  // Who was let in since, or did anything; who was deleted is gone already.
  user: sql`x.is_active
    or exists (select from core.ticket t where t.tenant_id = x.tenant_id and t.user_id = x.id)
    or exists (select from core.message m where m.tenant_id = x.tenant_id and m.user_id = x.id)
    or exists (select from core.user_invitation i
                where i.tenant_id = x.tenant_id and i.user_id = x.id and i.invited_by is not null)`,
  queue: sql`exists (select from core.ticket t where t.tenant_id = x.tenant_id and t.queue_id = x.id)
    or exists (select from core.connection k where k.tenant_id = x.tenant_id and k.queue_id = x.id)
    or exists (select from core.user_queue w where w.tenant_id = x.tenant_id and w.queue_id = x.id)`,
}

/** Lets the sweep of uploads remove the files of these messages, where nothing else shows them. */
const releaseFiles = (tx: Tx, tenantId: string, messages: readonly string[]): Promise<unknown> =>
  tx.execute(sql`
    insert into core.upload (tenant_id, media_id)
    select distinct m.tenant_id, k.id from core.message m
      join core.media k on k.tenant_id = m.tenant_id and k.id = any (core.media_of(m.parts))
     where m.tenant_id = ${tenantId} and m.id = any (${sql.param([...messages])}::uuid[])
    on conflict do nothing`)

/** As an invitation that is taken back. Rows stay, so that what names the account finds it. */
async function removeUsers(
  tx: Tx,
  bus: Pick<EventBus, 'publish'>,
  tenantId: string,
  ids: readonly string[],
): Promise<readonly { readonly id: string }[]> {
  const living = await tx.execute<{ id: string }>(sql`
    select u.id from core.user_account u
     where u.tenant_id = ${tenantId} and u.id = any (${sql.param([...ids])}::uuid[]) and u.deleted_at is null`)
  for (const { id } of living) {
    await removeAccount(tx, { tenantId, userId: id })
    await bus.publish(tx, UserDeleted, { tenantId, key: id, data: { userId: id } })
  }
  return living
}

/** Takes back a portion of what a run has made; what it found there is only forgotten. The last portion is audited. */
export async function undoPortion(
  tx: Tx,
  bus: Pick<EventBus, 'publish'>,
  tenantId: string,
  plugin: string,
  runId: string,
  userId: string | null,
): Promise<ImportUndone> {
  for (const kind of order) {
    const table = sql.raw(kind === 'user' ? 'core.user_account' : `core.${kind}`)
    const rows = await tx.execute<{ id: string; ref: string; made: boolean; stays: boolean; changed: boolean }>(sql`
      with next as (
        select r.source_id, r.external_id, r.target_id, r.made, r.changed_by from core.import_record r
          join core.import_source s on s.tenant_id = r.tenant_id and s.id = r.source_id and s.plugin = ${plugin}
         where r.tenant_id = ${tenantId} and r.run_id = ${runId} and r.kind = ${kind} limit ${portion}
      ), judged as (
        select n.*, x.id is not null and (${inUse[kind]}) as stays
          from next n left join ${table} x on x.tenant_id = ${tenantId} and x.id = n.target_id
      ), forgotten as (
        delete from core.import_record r using judged j
         where r.tenant_id = ${tenantId} and r.source_id = j.source_id and r.kind = ${kind}
           and r.external_id = j.external_id and not (j.made and j.stays)
      ), kept as (
        update core.import_record r set made = false, run_id = ${nobody} from judged j
         where r.tenant_id = ${tenantId} and r.source_id = j.source_id and r.kind = ${kind}
           and r.external_id = j.external_id and j.made and j.stays
      )
      select j.target_id as id, j.external_id as ref, j.made, j.stays, j.changed_by is not null as changed
        from judged j`)
    if (rows.length === 0) continue
    const gone = rows.filter(({ made, stays }) => made && !stays).map(({ id }) => id)
    if (kind === 'ticket')
      await tx.execute(
        sql`delete from core.ticket_log where tenant_id = ${tenantId} and ticket_id = any (${sql.param(gone)}::uuid[])`,
      )
    if (kind === 'message') await releaseFiles(tx, tenantId, gone)
    const removed =
      kind === 'user'
        ? await removeUsers(tx, bus, tenantId, gone)
        : await tx.execute<{ id: string }>(
            sql`delete from ${table} where tenant_id = ${tenantId} and id = any (${sql.param(gone)}::uuid[])
                returning id`,
          )
    for (const { id } of removed) {
      if (kind === 'ticket')
        await bus.publish(tx, TicketDeleted, { tenantId, key: id, data: { ticketId: id as never } })
      if (kind === 'contact')
        await bus.publish(tx, ContactDeleted, { tenantId, key: id, data: { contactId: id as never } })
    }
    const changed = rows.filter((row) => row.made && !row.stays && row.changed).map(({ ref }) => ({ kind, ref }))
    return {
      more: true,
      removed: removed.length,
      kept: rows.filter(({ made, stays }) => made && stays).length,
      changed,
    }
  }
  // What it changed of others' things stays as it is.
  const changed = await tx.execute<{ kind: ImportKind; ref: string }>(sql`
    select r.kind, r.external_id as ref from core.import_record r
      join core.import_source s on s.tenant_id = r.tenant_id and s.id = r.source_id and s.plugin = ${plugin}
     where r.tenant_id = ${tenantId} and r.changed_by = ${runId} order by r.kind, r.external_id limit ${portion}`)
  await audit(tx, { tenantId, userId, action: 'imports.undo', subject: runId, facts: { plugin } })
  return { more: false, removed: 0, kept: 0, changed }
}
