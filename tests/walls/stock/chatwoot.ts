import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import { newId } from '../../../core/src/base/ids.ts'
import type { StockOwner } from './owner.ts'
import { keepAtMost, put, putOnce } from './put.ts'

interface NumberRow {
  readonly number: string
}

/**
 * A program made for Chatwoot: its token, its inbox, and a conversation in it, named by integers that nobody else has.
 */
export async function programOf(sql: Sql, { tenant, user, queue, word }: StockOwner) {
  const tenant_id = tenant.id
  const [connection_id, contact_id, other_id, ticket_id, message_id] = [newId(), newId(), newId(), newId(), newId()]
  const [webhook, token, keyId] = [newId(), newId(), newId()]
  const numberOf = (): number => randomBytes(4).readUInt32BE() % 1_000_000_000
  const [inbox, contact, other, conversation, message] = [numberOf(), numberOf(), numberOf(), numberOf(), numberOf()]
  const hook = numberOf()
  await put(sql, 'core.connection', {
    id: connection_id,
    tenant_id,
    name: `${word} ${connection_id}`,
    plugin: 'chatwoot-api',
    type: 'chatwoot-api',
    status: 'disconnected',
    is_active: true,
    queue_id: queue,
    hook_secret: randomBytes(24).toString('base64url'),
    config: sql.json({}),
    status_detail: null,
  })
  await put(sql, 'core.contact', [
    { id: contact_id, tenant_id, name: `Cliente ${word}` },
    { id: other_id, tenant_id, name: `Outro cliente ${word}` },
  ])
  await put(sql, 'core.contact_identity', { tenant_id, kind: 'chatwoot-api', value: contact_id, contact_id })
  await put(sql, 'core.ticket', {
    id: ticket_id,
    tenant_id,
    protocol: `${word}-${ticket_id.slice(-12)}`,
    status: 'open',
    contact_id,
    origin_id: contact_id,
    connection_id,
    channel: 'chatwoot-api',
    chat: contact_id,
    user_id: user.id,
    queue_id: queue,
    last_message: word,
  })
  const said = {
    id: message_id,
    tenant_id,
    ticket_id,
    contact_id,
    connection_id,
    external_id: `${word}-${message_id}`,
    from_me: false,
    body: word,
    parts: sql.json([{ kind: 'text', text: word, format: 'plain' }]),
    status: 'received',
    sent_at: new Date(),
  }
  await put(sql, 'core.message', said)
  const known = await sql<NumberRow[]>`
    select number from plg_chatwoot_api.account where tenant_id = ${tenant_id}`
  const [made] =
    known.length > 0
      ? known
      : await sql<NumberRow[]>`
    insert into plg_chatwoot_api.account (tenant_id, number) values (${tenant_id}, ${1_000_000_000 + numberOf()})
    returning number`
  await putOnce(sql, 'plg_chatwoot_api.counter', { tenant_id, kind: 'walls', last: 1 })
  await put(sql, 'plg_chatwoot_api.number', [
    { tenant_id, kind: 'inbox', object: connection_id, number: inbox },
    { tenant_id, kind: 'contact', object: contact_id, number: contact },
    { tenant_id, kind: 'contact', object: other_id, number: other },
    { tenant_id, kind: 'conversation', object: ticket_id, number: conversation },
    { tenant_id, kind: 'message', object: message_id, number: message },
    { tenant_id, kind: 'webhook', object: webhook, number: hook },
  ])
  // The label stays when there are new rows: lists of tags have an end. So does the queue, and each has one number.
  const [labelled] = await sql<NumberRow[]>`
    select number from plg_chatwoot_api.number where tenant_id = ${tenant_id} and kind = 'label'`
  const label = labelled?.number ?? numberOf()
  if (!labelled) {
    const tag = newId()
    await put(sql, 'core.tag', { id: tag, tenant_id, name: `Rótulo ${word}` })
    await put(sql, 'plg_chatwoot_api.number', { tenant_id, kind: 'label', object: tag, number: label })
  }
  await putOnce(sql, 'plg_chatwoot_api.number', { tenant_id, kind: 'team', object: queue, number: numberOf() })
  const [team] = await sql<NumberRow[]>`
    select number from plg_chatwoot_api.number where tenant_id = ${tenant_id} and kind = 'team' and object = ${queue}`
  await keepAtMost(sql, 'plg_chatwoot_api.access_token', tenant_id, 10)
  await keepAtMost(sql, 'plg_chatwoot_api.webhook', tenant_id, 10)
  await put(sql, 'plg_chatwoot_api.access_token', { tenant_id, id: token, name: `Programa ${word}` })
  const keySecret = randomBytes(32).toString('base64url')
  await put(sql, 'core.plugin_key', {
    id: keyId,
    tenant_id,
    plugin: 'chatwoot-api',
    holder: token,
    secret_hash: createHash('sha256').update(keySecret).digest(),
    last4: keySecret.slice(-4),
  })
  await put(sql, 'plg_chatwoot_api.contact', {
    tenant_id,
    contact_id,
    identifier: `${word}-${contact_id}`,
    custom: sql.json({ word }),
  })
  const source_id = randomUUID()
  await put(sql, 'plg_chatwoot_api.contact_inbox', { tenant_id, connection_id, source_id, contact_id })
  await put(sql, 'plg_chatwoot_api.conversation', {
    tenant_id,
    ticket_id,
    contact_id,
    connection_id,
    custom: sql.json({ word }),
  })
  await put(sql, 'plg_chatwoot_api.message', {
    tenant_id,
    message_id,
    ticket_id,
    external_id: `${word}-${message_id}`,
    source_id: word,
  })
  await put(sql, 'plg_chatwoot_api.note', { tenant_id, ticket_id, holder: token, body: word })
  await put(sql, 'plg_chatwoot_api.attempt', { tenant_id, connection_id, at: new Date(), status: 200, detail: word })
  await put(sql, 'plg_chatwoot_api.webhook', {
    tenant_id,
    id: webhook,
    url: `https://${word}.example/${webhook}`,
    name: word,
    subscriptions: ['message_created'],
  })
  return {
    programAccount: made!.number,
    programKey: `rck_${keyId.replaceAll('-', '')}_${keySecret}`,
    programToken: token,
    programInbox: connection_id,
    programInboxNumber: String(inbox),
    programContact: String(contact),
    programOther: String(other),
    programLabel: String(label),
    programTeam: String(team!.number),
    programSource: source_id,
    programConversation: String(conversation),
    programMessage: String(message),
    programWebhook: String(hook),
  }
}
