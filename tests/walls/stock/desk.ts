import { randomBytes, randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import { newId } from '../../../core/src/base/ids.ts'
import type { StockOwner } from './owner.ts'
import { keepAtMost, put } from './put.ts'

/** Notes, ready texts, stickers and macros. */
export async function deskOf(
  sql: Sql,
  { tenant, user, word }: StockOwner,
  { media, ticket, contact, tag }: { media: string; ticket: string; contact: string; tag: string },
) {
  const tenant_id = tenant.id
  const personalQuickMessage = newId()
  const [note, deletedNote] = [newId(), newId()]
  const noted = {
    tenant_id,
    content: `Nota ${word}`,
    user_id: user.id,
    ticket_id: ticket,
    contact_id: contact,
    is_shared: false,
  }
  await put(sql, 'plg_notes.note', [
    { ...noted, id: note, deleted_at: null },
    { ...noted, id: deletedNote, deleted_at: new Date() },
  ])
  await put(sql, 'plg_quick_messages.quick_message', {
    id: personalQuickMessage,
    tenant_id,
    key: `k${randomBytes(5).toString('hex')}`,
    scope: 'personal',
    user_id: user.id,
  })
  await put(sql, 'plg_quick_messages.part', {
    tenant_id,
    message_id: personalQuickMessage,
    position: 0,
    text: `Olá ${word}`,
    media_id: media,
    media_name: `${word}.txt`,
    media_mime: 'text/plain',
    media_bytes: 3,
  })
  await put(sql, 'plg_quick_messages.taken', {
    tenant_id,
    caller: 'import',
    source: `postgres://antes.example:5432/${word}`,
    ref: personalQuickMessage,
    message_id: personalQuickMessage,
    run_id: newId(),
    made: false,
    digest: word,
  })
  // A company has room for fifty, and is stocked more often than that.
  await sql`delete from plg_quick_messages.variable where tenant_id = ${tenant_id}`
  await put(sql, 'plg_quick_messages.variable', {
    tenant_id,
    key: `k${randomBytes(5).toString('hex')}`,
    label: `Endereço ${word}`,
    value: word,
    position: 0,
  })
  const sticker = newId()
  await put(sql, 'plg_stickers.sticker', {
    id: sticker,
    tenant_id,
    name: `Figurinha ${word}`,
    pack: word,
    media_id: media,
    bytes: 3,
    is_animated: false,
    created_by: user.id,
  })
  await put(sql, 'plg_stickers.habit', { tenant_id, user_id: user.id, sticker_id: sticker, used_at: new Date() })
  // A company has two hundred macros at most.
  await keepAtMost(sql, 'plg_macros.macro', tenant_id, 40)
  const macro = newId()
  await put(sql, 'plg_macros.macro', {
    id: macro,
    tenant_id,
    name: `Macro ${word} ${macro.slice(-8)}`,
    user_id: user.id,
    steps: sql.json([{ kind: 'addTag', tagId: tag }]),
    position: 1,
  })
  await put(sql, 'plg_macros.run', {
    tenant_id,
    user_id: user.id,
    key: randomUUID(),
    macro_id: macro,
    ticket_id: ticket,
    steps: sql.json([]),
    texts: sql.json([word]),
    before: sql.json({}),
    is_finished: true,
    leased_until: new Date(),
  })
  return { note, deletedNote, personalQuickMessage, sticker, macro }
}
