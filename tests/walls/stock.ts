import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import { newId } from '../../core/src/base/ids.ts'
import type { TestTenant, TestUser } from '../harness/tenants.ts'

/** For whom rows are made. */
export interface StockOwner {
  readonly tenant: TestTenant
  /** Who works on the ticket and owns what is somebody's own. */
  readonly user: TestUser
  readonly queue: string
  /** Stands in every text, so that a single one that gets out is noticed. */
  readonly word: string
}

/**
 * One row of everything that a route can name. Keys are what fixtures ask for; values are what stands in a path, a
 * query or a body. Some are nobody's id but prove something, like the token of a visitor.
 */
export type Stock = Readonly<Record<StockKey, string>>
export const stockKeys = [
  'tenant',
  'self',
  'user',
  'queue',
  'tag',
  'looseTag',
  'contact',
  'otherContact',
  'merged',
  'merge',
  'ticket',
  'message',
  'contactMessage',
  'media',
  'uploaded',
  'connection',
  'spareConnection',
  'waba',
  'wabaTarget',
  'visitorToken',
  'letterSeq',
  'personalQuickMessage',
  'sticker',
  'draft',
  'bellEntry',
  'template',
  'session',
  'looseQueue',
  'looseContact',
  'otherUser',
  'role',
  'looseRole',
  'group',
  'attribute',
  'looseAttribute',
  'segment',
  'ticketView',
  'closedTicket',
  'ticketMerge',
  'deletedView',
  'plan',
  'loosePlan',
  'privacyRequest',
  'webhook',
  'looseWebhook',
  'webhookDelivery',
  'passkey',
  'provider',
  'ssoDomain',
  'apiToken',
  'mcpKey',
  'contactImport',
  'contactNote',
  'scheduled',
  'note',
  'chat',
  'chatMessage',
  'bot',
  'importRun',
  'importTable',
  'prompt',
  'article',
  'businessHour',
  'deletedNote',
  'holiday',
  'survey',
  'macro',
  'rule',
  'flow',
  'apiConfiguration',
  'savedReport',
  'apiKey',
  'programAccount',
  'programKey',
  'programToken',
  'programInbox',
  'programInboxNumber',
  'programContact',
  'programSource',
  'programConversation',
  'programMessage',
  'programWebhook',
] as const
export type StockKey = (typeof stockKeys)[number]

/** Puts new rows for `owner` beside those there are. As the database's owner: the walls are what is tested. */
export async function stockUp(sql: Sql, owner: StockOwner): Promise<Stock> {
  return sql.begin(async (tx) => {
    const people = await peopleOf(tx as unknown as Sql, owner)
    const channels = await channelsOf(tx as unknown as Sql, owner)
    const talk = await conversationOf(tx as unknown as Sql, owner, channels)
    return {
      tenant: owner.tenant.id,
      ...people,
      ...channels,
      ...talk,
      ...(await pluginRowsOf(tx as unknown as Sql, owner, channels, talk)),
      ...(await programOf(tx as unknown as Sql, owner)),
      ...(await chatOf(tx as unknown as Sql, owner, people.otherUser, talk)),
      ...(await leftovers(tx as unknown as Sql, owner)),
    }
  }) as Promise<Stock>
}

/** A phone number that nobody else has. */
const digits = (): string =>
  String(BigInt(`0x${randomBytes(6).toString('hex')}`))
    .padStart(13, '1')
    .slice(0, 13)

async function peopleOf(sql: Sql, { tenant, user, word }: StockOwner) {
  const tag = randomBytes(4).toString('hex')
  const [colleague, otherUser, role, looseRole, session, group] = [newId(), newId(), newId(), newId(), newId(), newId()]
  const tenant_id = tenant.id
  await sql`insert into core.role ${sql([role, looseRole].map((id) => ({ id, tenant_id, name: `Papel ${word} ${id}`, profile: 'user', permissions: ['tickets.read'] })))}`
  const account = (id: string, first: string) => ({
    id,
    tenant_id,
    name: `${first} ${word}`,
    email: `${first.toLowerCase()}.${tag}@${word}.test`,
    phone_number: digits(),
    password_hash: '!',
    profile: 'user',
    role_id: role,
  })
  await sql`insert into core.user_account ${sql([account(colleague, 'Zeca'), account(otherUser, 'Iara')])}`
  await sql`insert into core.user_group ${sql({ id: group, tenant_id, name: `Grupo ${word} ${group}` })}`
  await sql`insert into core.user_group_member ${sql({ tenant_id, group_id: group, user_id: colleague })}`
  // Live, but nobody holds its credential.
  await sql`insert into core.session ${sql({ id: session, tenant_id: tenant.id, user_id: user.id, refresh_hash: randomBytes(32), user_agent: `${word}/1.0`, ip: '192.0.2.1', expires_at: new Date(Date.now() + 3_600_000) })}`
  await sql`insert into core.push_subscription ${sql({ id: newId(), tenant_id, user_id: user.id, session_id: session, endpoint_hash: randomBytes(32), sealed: randomBytes(60) })}`
  await sql`insert into core.notification_choice ${sql({ tenant_id, user_id: colleague, choice: sql.json({ sound: false }) })}`
  await sql`insert into core.consent ${sql({ id: newId(), tenant_id: tenant.id, user_id: user.id, version: 1, notice_hash: word, accepted: true, ip: '192.0.2.1' })}`
  await sql`insert into core.audit_log ${sql({ id: newId(), tenant_id: tenant.id, user_id: user.id, action: 'walls.stocked', subject: word, facts: sql.json({ word }) })}`
  return {
    ...(await entrancesOf(sql, { tenant, user, word, queue: '' }, colleague)),
    self: user.id,
    user: colleague,
    otherUser,
    role,
    looseRole,
    group,
    session,
  }
}

/**
 * What people and programs come in with. A passkey that works would close the way in by password; these are switched
 * off.
 */
async function entrancesOf(sql: Sql, { tenant, user, word }: StockOwner, colleague: string) {
  const [passkey, provider, apiToken, mcpKey, reset] = [newId(), newId(), newId(), newId(), newId()]
  const tenant_id = tenant.id
  await sql`insert into core.passkey ${sql({
    id: passkey,
    tenant_id,
    user_id: user.id,
    credential_id: randomBytes(32).toString('base64url'),
    public_key: randomBytes(77),
    counter: 0,
    rp_id: 'localhost',
    authenticator_type: 'platform',
    is_synced: false,
    is_backed_up: false,
    aaguid: randomUUID(),
    device_name: `Chave ${word}`,
    is_active: false,
  })}`
  await sql`insert into core.opening (tenant_id, owner_id, open) values (${tenant_id}, ${tenant_id}, '{[2026-01-01,2026-01-02)}') on conflict do nothing`
  await sql`insert into core.openings_kept (tenant_id, since, until, due_at) values (${tenant_id}, now(), now(), now() + interval '1 hour') on conflict do nothing`
  await sql`insert into core.second_factor ${sql({ tenant_id, user_id: colleague, confirmed_at: new Date() })}`
  await sql`insert into core.recovery_code ${sql({ tenant_id, user_id: colleague, code_hash: randomBytes(32) })}`
  await sql`insert into core.sso_provider ${sql({ id: provider, tenant_id, name: `Entrada ${word}`, issuer: `https://${word}.test`, client_id: word })}`
  const ssoDomain = `${randomBytes(4).toString('hex')}.${word}.test`
  await sql`insert into core.sso_domain ${sql({ tenant_id, domain: ssoDomain, provider_id: provider })}`
  await sql`insert into core.guess_count ${sql({ tenant_id, user_id: colleague, target: 'secondFactor', failures: 1, last_failed_at: new Date().toISOString() })} on conflict do nothing`
  await sql`insert into core.api_token ${sql({ id: apiToken, tenant_id, user_id: user.id, name: `Programa ${word}`, scopes: ['tags.read'], secret_hash: randomBytes(32), expires_at: new Date(Date.now() + 86_400_000).toISOString() })}`
  // A user has twenty keys of a plugin at most, and is stocked more often than that.
  await sql`delete from core.api_token where plugin = 'mcp' and id in (select id from core.api_token where tenant_id = ${tenant_id} and plugin = 'mcp' order by id offset 10)`
  await sql`insert into core.api_token ${sql({ id: mcpKey, tenant_id, user_id: user.id, plugin: 'mcp', name: `Assistente ${word}`, scopes: ['mcp.read'], secret_hash: randomBytes(32), expires_at: new Date(Date.now() + 86_400_000).toISOString() })}`
  await sql`insert into core.password_reset ${sql({ id: reset, tenant_id, user_id: user.id, token_hash: randomBytes(32), expires_at: new Date(Date.now() + 300_000) })}`
  return { passkey, provider, ssoDomain, apiToken, mcpKey }
}

async function channelsOf(sql: Sql, { tenant, queue, word }: StockOwner) {
  const [connection, spareConnection, waba, wabaTarget] = [newId(), newId(), newId(), newId()]
  const row = (id: string, type: string) => ({
    id,
    tenant_id: tenant.id,
    name: `${word} ${id}`,
    plugin: type === 'webchat' ? 'webchat' : 'waba',
    type,
    status: 'disconnected',
    is_active: type === 'webchat',
    queue_id: queue,
    hook_secret: randomBytes(24).toString('base64url'),
    config: sql.json(
      type === 'webchat'
        ? {}
        : {
            phoneNumberId: '100000000000001',
            businessAccountId: '100000000000002',
            appId: '100000000000003',
            version: 'v25.0',
          },
    ),
    status_detail: null,
  })
  await sql`insert into core.connection ${sql([row(connection, 'webchat'), row(spareConnection, 'webchat'), row(waba, 'waba'), row(wabaTarget, 'waba')])}`
  await sql`insert into core.connection_state ${sql({ tenant_id: tenant.id, connection_id: waba, key: 'walls', value: sql.json({ word }) })}`
  await sql`insert into core.connection_sealed ${sql({ tenant_id: tenant.id, connection_id: waba, key: `walls/${word}`, sealed: randomBytes(32) })}`
  await sql`insert into core.connection_pace ${sql({ tenant_id: tenant.id, connection_id: waba, held_code: word, settings: sql.json({ openingsPerDay: 3 }) })}`
  await sql`insert into core.connection_task ${sql({ tenant_id: tenant.id, connection_id: waba, kind: 'import', settings: sql.json({ since: '2026-01-01T00:00:00Z', until: '2026-01-02T00:00:00Z', groupMessages: false, closeTickets: false }), state: 'done' })}`
  await sql`insert into core.early_event ${sql({ tenant_id: tenant.id, connection_id: waba, external_id: word, event: sql.json({ word }) })}`
  return { connection, spareConnection, waba, wabaTarget }
}

async function conversationOf(
  sql: Sql,
  { tenant, user, queue, word }: StockOwner,
  { connection }: { connection: string },
) {
  const [
    tag,
    looseTag,
    looseQueue,
    contact,
    otherContact,
    looseContact,
    merged,
    merge,
    ticket,
    message,
    contactMessage,
    media,
    ticketView,
    deletedView,
    scheduled,
  ] = Array.from({ length: 15 }, () => newId())
  const tenant_id = tenant.id
  await sql`insert into core.queue ${sql({ id: looseQueue!, tenant_id, name: `Fila ${word} ${looseQueue}` })}`
  await sql`insert into core.tag ${sql([
    { id: tag!, tenant_id, name: `Tag ${word} ${tag}` },
    { id: looseTag!, tenant_id, name: `Tag ${word} ${looseTag}` },
  ])}`
  const person = (id: string, merged_into: string | null = null) => ({
    id,
    tenant_id,
    name: `Cliente ${word}`,
    number: digits(),
    email: `${id}@${word}.test`,
    merged_into,
    extra_info: sql.json([{ description: word, info: word }]),
    first_name: word,
    business_name: `Empresa ${word}`,
    category: word,
    source: word,
    website: `https://${word}.test`,
    instagram: word,
  })
  await sql`insert into core.contact ${sql([person(contact!), person(otherContact!), person(looseContact!)])}`
  await sql`insert into core.contact ${sql(person(merged!, contact!))}`
  await sql`insert into core.contact_identity ${sql([contact!, otherContact!, looseContact!].map((id) => ({ tenant_id, kind: 'visitor', value: `${word}-${id}`, contact_id: id })))}`
  await sql`insert into core.contact_merge ${sql({ id: merge!, tenant_id, from_id: merged!, into_id: contact!, origins: [merged!], automatic: false, user_id: user.id })}`
  const contactNote = newId()
  await sql`insert into core.birthday_greeting ${sql({ tenant_id, contact_id: contact!, year: 2025, state: 'sent' })}`
  await sql`insert into core.contact_note ${sql({ id: contactNote, tenant_id, contact_id: contact!, title: `Nota ${word}`, description: word, information: word, user_id: user.id })}`
  await sql`insert into core.contact_wallet ${sql({ tenant_id, contact_id: contact!, user_id: user.id })}`
  await sql`insert into core.contact_tag ${sql({ tenant_id, contact_id: contact!, tag_id: tag! })}`
  await sql`insert into core.ticket ${sql({
    id: ticket!,
    tenant_id,
    protocol: `${word}-${ticket!.slice(-12)}`,
    status: 'open',
    contact_id: contact!,
    origin_id: contact!,
    connection_id: connection,
    channel: 'webchat',
    chat: `${word}-${contact}`,
    user_id: user.id,
    queue_id: queue,
    last_message: word,
    unread: 1,
  })}`
  await sql`insert into core.ticket_tag ${sql({ tenant_id, ticket_id: ticket!, tag_id: tag! })}`
  await sql`insert into core.ticket_pin ${sql({ tenant_id, user_id: user.id, ticket_id: ticket! })}`
  await sql`insert into core.ticket_watch ${sql({ tenant_id, user_id: user.id, ticket_id: ticket! })}`
  const [closedTicket, partTicket, ticketMerge] = [newId(), newId(), newId()]
  await sql`insert into core.ticket ${sql(
    [
      { id: closedTicket, merged_into: null },
      { id: partTicket, merged_into: ticket! },
    ].map((of) => ({
      ...of,
      tenant_id,
      protocol: `${word}-${of.id.slice(-12)}`,
      status: 'closed',
      contact_id: contact!,
      origin_id: contact!,
      connection_id: connection,
      channel: 'webchat',
      chat: `${word}-${contact}`,
      user_id: user.id,
      queue_id: queue,
      last_message: word,
    })),
  )}`
  await sql`insert into core.ticket_merge ${sql({ id: ticketMerge, tenant_id, from_id: partTicket, into_id: ticket!, origins: [partTicket], before: sql.json({ from: { status: 'closed', unread: 0, userId: user.id }, into: { unread: 0, lastMessage: word, fromMe: false, at: null, answered: false }, tags: [] }), user_id: user.id })}`
  await sql`insert into core.responder_order ${sql({ tenant_id, connection_id: connection, places: sql.json([{ plugin: word, name: 'main', input: { word } }]) })}`
  await sql`insert into core.responder_turn ${sql({ tenant_id, ticket_id: ticket!, plugin: word, name: 'main', state: 'kept', until: new Date(Date.now() + 86_400_000) })}`
  await sql`insert into core.responder_decision ${sql({ tenant_id, ticket_id: ticket!, plugin: word, name: 'main', outcome: 'passed', note: word })}`
  await sql`insert into core.expected_reply ${sql({ tenant_id, ticket_id: closedTicket, plugin: word, until: new Date(Date.now() + 86_400_000) })}`
  await sql`insert into core.ticket_view ${sql(
    [
      { id: ticketView!, deleted_at: null },
      { id: deletedView!, deleted_at: new Date() },
    ].map((view) => ({
      ...view,
      tenant_id,
      user_id: user.id,
      name: `Visão ${word}`,
      icon: 'inbox',
      filter: sql.json({ searchParam: word, queuesIds: [queue] }),
    })),
  )}`
  const [attribute, looseAttribute, segment] = [newId(), newId(), newId()]
  await sql`insert into core.attribute_definition ${sql([attribute, looseAttribute].map((id) => ({ id, tenant_id, owner: 'contact', key: `a_${id.slice(-12)}`, label: `Atributo ${word}`, type: 'text' })))}`
  await sql`insert into core.contact_segment ${sql({ id: segment, tenant_id, user_id: user.id, name: `Segmento ${word}`, filter: sql.json({ searchParam: word }) })}`
  await sql`insert into core.ticket_log ${sql({ id: newId(), tenant_id, ticket_id: ticket!, type: 'open', user_id: user.id })}`
  await sql`insert into core.ticket_batch ${sql({ id: newId(), tenant_id, kind: 'resolve', filter: sql.json({ status: ['open'] }), state: 'done', total: 0, requested_by: user.id })}`
  await sql`insert into core.media ${sql({ id: media!, tenant_id, name: `${word}.txt`, mime: 'text/plain', bytes: 3 })}`
  const uploaded = newId()
  await sql`insert into core.media ${sql({ id: uploaded, tenant_id, name: `${word}.txt`, mime: 'text/plain', bytes: 3 })}`
  await sql`insert into core.upload ${sql({ tenant_id, media_id: uploaded, user_id: user.id })}`
  const said = (id: string, from_me: boolean) => ({
    id,
    tenant_id,
    ticket_id: ticket!,
    contact_id: contact!,
    connection_id: connection,
    external_id: `${word}-${id}`,
    from_me,
    user_id: from_me ? user.id : null,
    body: `Texto ${word}`,
    status: from_me ? 'sent' : 'received',
    sent_at: new Date(),
    parts: sql.json([{ kind: 'text', text: `Texto ${word}` }]),
    sender_name: from_me ? null : `Cliente ${word}`,
  })
  await sql`insert into core.message ${sql([said(message!, true), said(contactMessage!, false)])}`
  await sql`insert into core.delivery ${sql({ id: newId(), tenant_id, message_id: message!, connection_id: connection, chat: `${word}-${contact}`, state: 'sent' })}`
  await sql`insert into core.delivery_lane ${sql({ tenant_id, connection_id: connection, chat: `${word}-${contact}`, due_at: '2100-01-01T00:00:00Z' })}`
  await sql`insert into core.scheduled_message ${sql({ id: scheduled!, tenant_id, ticket_id: ticket!, user_id: user.id, due_at: '2100-01-01T00:00:00Z', next_at: '2100-01-01T00:00:00Z', body: word, messages: sql.json([[{ kind: 'text', text: word, format: 'plain' }]]) })}`
  await sql`insert into core.link_preview ${sql({ tenant_id, address: randomBytes(32), state: 'found', final_host: word, site_name: word, title: word, description: word, expires_at: '2100-01-01T00:00:00Z' })}`
  await sql`insert into core.draft ${sql({ tenant_id, user_id: user.id, ticket_id: ticket!, text: word, files: [`${word}.txt`], written_at: new Date() })}`
  const bellEntry = newId()
  await sql`insert into core.bell_entry ${sql({ id: bellEntry, tenant_id, user_id: user.id, kind: 'mentioned', ticket_id: ticket!, place: `notes/${bellEntry}` })}`
  await sql`insert into core.media_fetch ${sql({ tenant_id, message_id: contactMessage!, part: 0, connection_id: connection, ref: word, state: 'unavailable' })}`
  const [webhook, looseWebhook, webhookDelivery] = [newId(), newId(), newId()]
  await sql`insert into core.webhook_endpoint ${sql([webhook, looseWebhook].map((id) => ({ id, tenant_id, url: 'https://192.0.2.1/', description: `Webhook ${word}`, types: ['message.received.v1'], state: 'paused', secret: randomBytes(60) })))}`
  await sql`insert into core.webhook_delivery ${sql({ id: webhookDelivery, tenant_id, endpoint_id: webhook, cause: word, type: 'message.received.v1', lane: word, body: `{"word":"${word}"}`, state: 'sent', next_at: new Date() })}`
  await sql`insert into core.webhook_attempt ${sql({ tenant_id, delivery_id: webhookDelivery, number: 1, at: new Date(), ms: 5, outcome: 'ok', status: 200, answer: word })}`
  const privacyRequest = newId()
  await sql`insert into core.privacy_request ${sql({ id: privacyRequest, tenant_id, kind: 'export', contact_id: looseContact!, requested_by: user.id, state: 'done', progress: 1, finished_at: new Date() })}`
  await sql`insert into core.erased_media ${sql({ tenant_id, request_id: privacyRequest, media_id: media! })}`
  await sql`insert into core.erased_address ${sql({ tenant_id, hash: randomBytes(32) })}`
  const contactImport = newId()
  await sql`insert into core.contact_import ${sql({ id: contactImport, tenant_id, user_id: user.id, name: `${word}.csv`, columns: [`Nome ${word}`, 'Telefone'], mapping: ['name', 'number'], rows: 1 })}`
  await sql`insert into core.contact_import_row ${sql({ tenant_id, import_id: contactImport, number: 1, cells: sql.json([`Ana ${word}`, '+5511987654321']) })}`
  return {
    closedTicket,
    ticketMerge,
    attribute,
    looseAttribute,
    segment,
    contactNote,
    privacyRequest,
    webhook,
    looseWebhook,
    webhookDelivery,
    queue,
    tag: tag!,
    looseTag: looseTag!,
    looseQueue: looseQueue!,
    contact: contact!,
    otherContact: otherContact!,
    looseContact: looseContact!,
    merged: merged!,
    merge: merge!,
    ticket: ticket!,
    bellEntry,
    message: message!,
    contactMessage: contactMessage!,
    scheduled: scheduled!,
    media: media!,
    uploaded,
    ticketView: ticketView!,
    deletedView: deletedView!,
    contactImport,
  }
}

async function pluginRowsOf(
  sql: Sql,
  { tenant, user, word }: StockOwner,
  { waba, connection }: { waba: string; connection: string },
  { media, ticket, contact, tag }: { media: string; ticket: string; contact: string; tag: string },
) {
  const tenant_id = tenant.id
  const [personalQuickMessage, draft, template, visitor] = [newId(), newId(), newId(), randomUUID()]
  const [note, deletedNote] = [newId(), newId()]
  const noted = {
    tenant_id,
    content: `Nota ${word}`,
    user_id: user.id,
    ticket_id: ticket,
    contact_id: contact,
    is_shared: false,
  }
  await sql`insert into plg_notes.note ${sql([
    { ...noted, id: note, deleted_at: null },
    { ...noted, id: deletedNote, deleted_at: new Date() },
  ])}`
  await sql`insert into plg_quick_messages.quick_message ${sql({ id: personalQuickMessage, tenant_id, key: `k${randomBytes(5).toString('hex')}`, scope: 'personal', user_id: user.id })}`
  await sql`insert into plg_quick_messages.part ${sql({ tenant_id, message_id: personalQuickMessage, position: 0, text: `Olá ${word}`, media_id: media, media_name: `${word}.txt`, media_mime: 'text/plain', media_bytes: 3 })}`
  // A company has room for fifty, and is stocked more often than that.
  await sql`delete from plg_quick_messages.variable where tenant_id = ${tenant_id}`
  await sql`insert into plg_quick_messages.variable ${sql({ tenant_id, key: `k${randomBytes(5).toString('hex')}`, label: `Endereço ${word}`, value: word, position: 0 })}`
  const sticker = newId()
  await sql`insert into plg_stickers.sticker ${sql({ id: sticker, tenant_id, name: `Figurinha ${word}`, pack: word, media_id: media, bytes: 3, is_animated: false, created_by: user.id })}`
  await sql`insert into plg_stickers.habit ${sql({ tenant_id, user_id: user.id, sticker_id: sticker, used_at: new Date() })}`
  // A company has two hundred macros at most.
  await sql`delete from plg_macros.macro where id in (select id from plg_macros.macro where tenant_id = ${tenant_id} order by id offset 40)`
  const macro = newId()
  await sql`insert into plg_macros.macro ${sql({ id: macro, tenant_id, name: `Macro ${word} ${macro.slice(-8)}`, user_id: user.id, steps: sql.json([{ kind: 'addTag', tagId: tag }]), position: 1 })}`
  await sql`insert into plg_macros.run ${sql({ tenant_id, user_id: user.id, key: randomUUID(), macro_id: macro, ticket_id: ticket, steps: sql.json([]), texts: sql.json([word]), before: sql.json({}), is_finished: true, leased_until: new Date() })}`
  // A company has room for a hundred rules and two hundred flows, and is stocked more often than that.
  await sql`delete from plg_automations.rule where id in (select id from plg_automations.rule where tenant_id = ${tenant_id} order by id offset 40)`
  await sql`delete from plg_flows.flow where id in (select id from plg_flows.flow where tenant_id = ${tenant_id} order by id offset 40)`
  const rule = newId()
  // A company has 100 rules at most, and each stock brings one.
  await sql`insert into plg_automations.rule ${sql({ id: rule, tenant_id, name: `Regra ${word} ${rule.slice(-8)}`, position: 1, is_active: false, trigger: sql.json({ kind: 'event', event: 'received' }), match: 'all', conditions: sql.json([]), actions: sql.json([{ plugin: 'automations', name: 'resolve', input: {} }]), repetition: 'always', is_last: false })}`
  await sql`insert into plg_automations.firing ${sql({ tenant_id, rule_id: rule, rule: `Regra ${word}`, actions: sql.json([]), ticket_id: ticket, cause: randomUUID(), is_finished: true })}`
  await sql`insert into plg_automations.tally ${sql({ tenant_id, rule_id: rule, ticket_id: ticket, day: new Date(), times: 1, is_kept: true })}`
  const bot = newId()
  await sql`insert into plg_bots.bot ${sql({ id: bot, tenant_id, name: `Robô ${word} ${bot.slice(-8)}`, provider: 'typebot', reference: 'bemvindo', is_active: false })}`
  await sql`insert into plg_bots.conversation ${sql({ tenant_id, ticket_id: ticket, contact_id: newId(), bot_id: bot, begun_by: word })}`
  await sql`insert into plg_bots.heard ${sql({ tenant_id, ticket_id: ticket, key: word, text: `Oi ${word}` })}`
  // A company has a hundred prompts at most, and is stocked more often than that.
  await sql`delete from plg_ai.prompt where id in (select id from plg_ai.prompt where tenant_id = ${tenant_id} order by id offset 40)`
  const prompt = newId()
  const ofTicket = { tenant_id, ticket_id: ticket, contact_id: contact }
  await sql`insert into plg_ai.prompt ${sql({ id: prompt, tenant_id, name: `Prompt ${word} ${prompt.slice(-8)}`, max_tokens: 100, max_messages: 10, temperature: 1, text: `Você atende ${word}`, max_turns: 5, functions: sql.json([]) })}`
  await sql`insert into plg_ai.conversation ${sql({ ...ofTicket, prompt_id: prompt, begun_by: word })}`
  await sql`insert into plg_ai.summary ${sql({ ...ofTicket, text: `Pede ${word}` })}`
  await sql`insert into plg_ai.words ${sql({ ...ofTicket, message_id: newId(), kind: 'translation', state: 'done', language: 'pt-BR', text: `Oi ${word}` })}`
  await sql`insert into plg_ai.usage ${sql({ ...ofTicket, purpose: word, host: 'models.example', model: 'gpt-6-luna', input_tokens: 1, output_tokens: 1, hidden: 0 })}`
  await sql`insert into plg_ai.usage_day ${sql({ tenant_id, day: new Date().toISOString().slice(0, 10), purpose: word, model: prompt, asked: 1, failed: 0, input_tokens: 1, output_tokens: 1 })}`
  const importRun = newId()
  await sql`insert into plg_import.run ${sql({ id: importRun, tenant_id, user_id: user.id, is_rehearsal: false, state: 'failed', source: `postgres://antes.example:5432/${word}`, system: 'whaticket', mapping: sql.json({ company: null, connections: {}, users: {}, keepOpen: false }), stage: 'message', totals: sql.json({}) })}`
  const importTable = newId()
  await sql`insert into plg_import.table_file ${sql({ id: importTable, tenant_id, user_id: user.id, name: `${word}.csv`, columns: sql.json(['Nome', 'Telefone']), rows: 1 })}`
  await sql`insert into plg_import.table_row ${sql({ tenant_id, file_id: importTable, number: 1, cells: sql.json([word, '1']) })}`
  const importSource = newId()
  await sql`insert into core.import_source ${sql({ id: importSource, tenant_id, plugin: 'import', name: `postgres://antes.example:5432/${word}#${importRun}` })}`
  await sql`insert into core.import_record ${sql({ tenant_id, source_id: importSource, kind: 'contact', external_id: word, target_id: newId(), run_id: importRun, made: false, digest: randomBytes(16) })}`
  await sql`insert into plg_import.fault ${sql({ tenant_id, run_id: importRun, kind: 'contact', ref: word, problem: 'numberInvalid' })}`
  const article = newId()
  const written = { title: `Artigo ${word} ${article.slice(-12)}`, body: `Sobre ${word}`, saved_by: user.id }
  await sql`insert into plg_knowledge.article ${sql({ id: article, tenant_id, ...written, language: 'pt-BR', audience: 'team', is_published: true })}`
  await sql`insert into plg_knowledge.version ${sql({ tenant_id, article_id: article, revision: 1, ...written, saved_at: new Date() })}`
  await sql`insert into plg_knowledge.passage (tenant_id, article_id, position, heading, text, words) values (${tenant_id}, ${article}, 1, ${word}, ${`Sobre ${word}`}, to_tsvector(${word}))`
  await sql`insert into plg_knowledge.word ${sql({ tenant_id, lexeme: word, article_id: article, positions: [1] })}`
  const [businessHour, holiday] = [newId(), newId()]
  const closed = Object.fromEntries([...'0123456'].map((day) => [day, { mode: 'closed' }]))
  await sql`insert into plg_business_hours.rule ${sql({ id: businessHour, tenant_id, type: 'queue', target: newId(), days: sql.json(closed), message: `Fechado ${word}` })}`
  await sql`insert into plg_business_hours.holiday ${sql({ id: holiday, tenant_id, date: new Date(Date.UTC(2000 + randomInt(8_000), randomInt(12), 1 + randomInt(28))), description: `Feriado ${word}` })}`
  await sql`insert into plg_business_hours.notice ${sql({ tenant_id, ticket_id: ticket, contact_id: newId(), key: word, sent_at: new Date() })}`
  const flow = newId()
  const graph = sql.json({
    nodes: [
      { id: 'start', kind: 'start' },
      { id: 's1', kind: 'message', data: { parts: [{ kind: 'text', text: word }] } },
    ],
    edges: [{ id: 'e1', from: 'start', outlet: 'next', to: 's1' }],
  })
  const [flowVersion, day] = [newId(), new Date().toISOString().slice(0, 10)]
  await sql`insert into plg_flows.flow ${sql({ id: flow, tenant_id, name: `Fluxo ${word} ${flow.slice(-8)}`, description: word, test_number: '', draft: graph, version: 1, published_revision: 1, saved_by: user.id })}`
  await sql`insert into plg_flows.version ${sql({ id: flowVersion, tenant_id, flow_id: flow, number: 1, revision: 1, graph, created_by: user.id })}`
  await sql`insert into plg_flows.run ${sql({ tenant_id, ticket_id: ticket, contact_id: contact, flow_id: flow, version_id: flowVersion, state: sql.json({ phase: 'over', variables: { word } }), is_over: true })}`
  await sql`insert into plg_flows.figure ${sql({ tenant_id, flow_id: flow, day, kind: 'taken', place: 'e1', times: 1 })}`
  await sql`insert into plg_flows.file ${sql({ tenant_id, media_id: media, kind: 'document', mime: 'text/plain', bytes: 3, name: `${word}.txt` })} on conflict do nothing`
  // A company may have so many; the walls stock it up more often.
  await sql`update plg_nps.survey set is_archived = true where id in (select id from plg_nps.survey where tenant_id = ${tenant_id} and name like 'Pesquisa %' order by id desc offset 10)`
  const survey = newId()
  const surveyTexts = {
    request_message: `Nota ${word}?`,
    thanks_message: word,
    invalid_message: word,
    timeout_message: word,
  }
  await sql`insert into plg_nps.survey ${sql({ id: survey, tenant_id, name: `Pesquisa ${survey.slice(-12)}`, kind: 'nps', enabled: false, scale: 10, timeout_minutes: 60, ...surveyTexts })}`
  await sql`insert into plg_nps.request ${sql({ tenant_id, survey_id: survey, kind: 'nps', cause: randomUUID(), ticket_id: ticket, contact_id: contact, connection_id: connection, terms: sql.json({ lowest: 0, highest: 10 }), state: sql.json({ phase: 'ended', outcome: 'answered', grade: 9, comment: `Ótimo ${word}` }), deadline: new Date() })}`
  await sql`insert into plg_nps.wish ${sql({ tenant_id, ticket_id: ticket, survey_id: survey })} on conflict do nothing`
  // A company may have so many; the walls stock it up more often.
  await sql`delete from plg_api.configuration where id in (select id from plg_api.configuration where tenant_id = ${tenant_id} order by id offset 20)`
  await sql`delete from plg_reports.saved_report where id in (select id from plg_reports.saved_report where tenant_id = ${tenant_id} order by id offset 40)`
  const savedReport = newId()
  await sql`insert into plg_reports.saved_report ${sql({ id: savedReport, tenant_id, user_id: tenant.supervisor.id, name: `Relatório ${word} ${savedReport.slice(-12)}`, question: sql.json({ period: { kind: 'last', days: 7 }, compares: true, sections: ['team'] }), is_shared: true })}`
  await sql`insert into plg_reports.schedule ${sql({ tenant_id, report_id: savedReport, every: 'day', weekday: 1, day: 1, hour: 8, format: 'csv', recipients: [user.id] })}`
  await sql`insert into plg_reports.delivery ${sql({ tenant_id, report_id: savedReport, user_id: user.id, due_at: new Date(), failure: 'ERR_MAIL_UNSET' })}`
  const [apiConfiguration, keyId] = [newId(), newId()]
  const keySecret = randomBytes(32).toString('base64url')
  const apiKey = `rck_${keyId.replaceAll('-', '')}_${keySecret}`
  await sql`insert into plg_api.configuration ${sql({ id: apiConfiguration, tenant_id, name: `API ${word} ${apiConfiguration.slice(-12)}`, session_id: connection, url_message_status: `https://${word}.example/status`, is_active: true, send_by: 'any', close_ticket: false, scopes: ['send', 'close', 'status'] })}`
  await sql`insert into core.plugin_key ${sql({ id: keyId, tenant_id, plugin: 'api', holder: apiConfiguration, secret_hash: createHash('sha256').update(keySecret).digest(), last4: keySecret.slice(-4) })}`
  const page = { tenant_id, connection_id: waba, language: 'pt_BR', category: 'UTILITY', body: `Olá ${word}` }
  await sql`insert into plg_waba.template ${sql([
    {
      ...page,
      id: draft,
      name: `rascunho_${randomBytes(5).toString('hex')}`,
      header_media_id: null,
      status: 'DRAFT',
      waba_id: null,
    },
    {
      ...page,
      id: template,
      name: `modelo_${randomBytes(5).toString('hex')}`,
      header_media_id: media,
      status: 'APPROVED',
      waba_id: `${word}${randomBytes(5).toString('hex')}`,
    },
  ])}`
  await sql`insert into plg_waba.header_file ${sql({ tenant_id, media_id: media, user_id: user.id })}`
  await sql`insert into plg_waba.template_sync ${sql({ tenant_id, connection_id: waba, run_id: randomUUID(), state: 'done' })}`
  await sql`insert into plg_waba.history_import ${sql({ tenant_id, connection_id: waba, state: 'done' })}`
  const visitorToken = randomBytes(32).toString('base64url')
  await sql`insert into plg_webchat.visitor ${sql({ tenant_id, id: visitor, connection_id: connection, name: `Visita ${word}` })}`
  await sql`insert into plg_webchat.session ${sql({ tenant_id, token_hash: createHash('sha256').update(visitorToken).digest('base64url'), connection_id: connection, visitor_id: visitor, expires_at: new Date(Date.now() + 3_600_000) })}`
  return {
    personalQuickMessage,
    macro,
    rule,
    flow,
    apiConfiguration,
    savedReport,
    apiKey,
    bot,
    importRun,
    importTable,
    prompt,
    article,
    businessHour,
    holiday,
    survey,
    sticker,
    note,
    deletedNote,
    draft,
    template,
    visitorToken,
  }
}

/** A program made for Chatwoot: its token, its inbox, and a conversation in it, named by integers that nobody else has. */
async function programOf(sql: Sql, { tenant, user, queue, word }: StockOwner) {
  const tenant_id = tenant.id
  const [connection_id, contact_id, ticket_id, message_id] = [newId(), newId(), newId(), newId()]
  const [webhook, token, keyId] = [newId(), newId(), newId()]
  const numberOf = (): number => randomBytes(4).readUInt32BE() % 1_000_000_000
  const [inbox, contact, conversation, message, hook] = [numberOf(), numberOf(), numberOf(), numberOf(), numberOf()]
  await sql`insert into core.connection ${sql({ id: connection_id, tenant_id, name: `${word} ${connection_id}`, plugin: 'chatwoot-api', type: 'chatwoot-api', status: 'disconnected', is_active: true, queue_id: queue, hook_secret: randomBytes(24).toString('base64url'), config: sql.json({}), status_detail: null })}`
  await sql`insert into core.contact ${sql({ id: contact_id, tenant_id, name: `Cliente ${word}` })}`
  await sql`insert into core.contact_identity ${sql({ tenant_id, kind: 'chatwoot-api', value: contact_id, contact_id })}`
  await sql`insert into core.ticket ${sql({ id: ticket_id, tenant_id, protocol: `${word}-${ticket_id.slice(-12)}`, status: 'open', contact_id, origin_id: contact_id, connection_id, channel: 'chatwoot-api', chat: contact_id, user_id: user.id, queue_id: queue, last_message: word })}`
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
  await sql`insert into core.message ${sql(said)}`
  const [known] = await sql<
    { number: string }[]
  >`select number from plg_chatwoot_api.account where tenant_id = ${tenant_id}`
  const [made] = known
    ? [known]
    : await sql<
        { number: string }[]
      >`insert into plg_chatwoot_api.account (tenant_id, number) values (${tenant_id}, ${1_000_000_000 + numberOf()}) returning number`
  await sql`insert into plg_chatwoot_api.counter ${sql({ tenant_id, kind: 'walls', last: 1 })} on conflict do nothing`
  await sql`insert into plg_chatwoot_api.number ${sql([
    { tenant_id, kind: 'inbox', object: connection_id, number: inbox },
    { tenant_id, kind: 'contact', object: contact_id, number: contact },
    { tenant_id, kind: 'conversation', object: ticket_id, number: conversation },
    { tenant_id, kind: 'message', object: message_id, number: message },
    { tenant_id, kind: 'webhook', object: webhook, number: hook },
  ])}`
  await sql`delete from plg_chatwoot_api.access_token where id in (select id from plg_chatwoot_api.access_token where tenant_id = ${tenant_id} order by id offset 10)`
  await sql`delete from plg_chatwoot_api.webhook where id in (select id from plg_chatwoot_api.webhook where tenant_id = ${tenant_id} order by id offset 10)`
  await sql`insert into plg_chatwoot_api.access_token ${sql({ tenant_id, id: token, name: `Programa ${word}` })}`
  const keySecret = randomBytes(32).toString('base64url')
  await sql`insert into core.plugin_key ${sql({ id: keyId, tenant_id, plugin: 'chatwoot-api', holder: token, secret_hash: createHash('sha256').update(keySecret).digest(), last4: keySecret.slice(-4) })}`
  await sql`insert into plg_chatwoot_api.contact ${sql({ tenant_id, contact_id, identifier: `${word}-${contact_id}`, custom: sql.json({ word }) })}`
  const source_id = randomUUID()
  await sql`insert into plg_chatwoot_api.contact_inbox ${sql({ tenant_id, connection_id, source_id, contact_id })}`
  await sql`insert into plg_chatwoot_api.conversation ${sql({ tenant_id, ticket_id, contact_id, connection_id, custom: sql.json({ word }) })}`
  await sql`insert into plg_chatwoot_api.message ${sql({ tenant_id, message_id, ticket_id, external_id: `${word}-${message_id}`, source_id: word })}`
  await sql`insert into plg_chatwoot_api.note ${sql({ tenant_id, ticket_id, holder: token, body: word })}`
  await sql`insert into plg_chatwoot_api.attempt ${sql({ tenant_id, connection_id, at: new Date(), status: 200, detail: word })}`
  await sql`insert into plg_chatwoot_api.webhook ${sql({ tenant_id, id: webhook, url: `https://${word}.example/${webhook}`, name: word, subscriptions: ['message_created'] })}`
  return {
    programAccount: made!.number,
    programKey: `rck_${keyId.replaceAll('-', '')}_${keySecret}`,
    programToken: token,
    programInbox: connection_id,
    programInboxNumber: String(inbox),
    programContact: String(contact),
    programSource: source_id,
    programConversation: String(conversation),
    programMessage: String(message),
    programWebhook: String(hook),
  }
}

/** A group of colleagues in which the owner wrote, and quoted a conversation. */
async function chatOf(
  sql: Sql,
  { tenant, user, word }: StockOwner,
  colleague: string,
  { media, ticket, contact }: { media: string; ticket: string; contact: string },
) {
  const tenant_id = tenant.id
  const [chat, chatMessage] = [newId(), newId()]
  await sql`insert into plg_internal_chat.chat ${sql({ tenant_id, id: chat, kind: 'group', name: `Equipe ${word}`, last_seq: 1 })}`
  await sql`insert into plg_internal_chat.member ${sql([
    { tenant_id, chat_id: chat, user_id: user.id, is_admin: true },
    { tenant_id, chat_id: chat, user_id: colleague, is_admin: false },
  ])}`
  await sql`insert into plg_internal_chat.message ${sql({ tenant_id, chat_id: chat, seq: 1, id: chatMessage, user_id: user.id, key: randomUUID(), content: `Recado ${word}`, quote_ticket_id: ticket, quote_contact_id: contact })}`
  await sql`insert into plg_internal_chat.reaction ${sql({ tenant_id, message_id: chatMessage, user_id: colleague, emoji: '👍' })}`
  await sql`insert into plg_internal_chat.file ${sql({ tenant_id, media_id: media, chat_id: chat, user_id: user.id, message_id: chatMessage, mime: 'text/plain', bytes: 3, name: `${word}.txt` })} on conflict do nothing`
  return { chat, chatMessage }
}

/** Who gave up the events that are kept for an administrator to look at. */
export const letterConsumer = 'plugin.waba.templateStatus'

/** Rows of what no route names by id, and events that were given up. */
async function leftovers(sql: Sql, owner: StockOwner) {
  const { tenant, user, word } = owner
  const tenant_id = tenant.id
  const letterSeq = String(randomBytes(4).readUInt32BE() + 1_000_000_000)
  await sql`insert into bus.parked ${sql({ consumer: letterConsumer, seq: letterSeq, event_id: randomUUID(), tenant_id, name: 'waba.template-status.v1', key: word, data: sql.json({ word }), at: new Date(), attempts: 10, next_at: new Date(), error: word, dead_at: new Date() })}`
  await sql`insert into core.idempotency ${sql({ tenant_id, user_id: user.id, route: 'POST /walls', key: randomUUID(), request_hash: randomBytes(32), status: 200, answer: sql.json({ word }) })}`
  await sql`insert into core.setting ${sql({ tenant_id, key: 'reopenBlockMinutes', value: sql.json(7) })} on conflict do nothing`
  await sql`insert into core.plugin_enablement ${sql({ tenant_id, plugin: 'walls', enabled: true, settings: sql.json({ word }), changed_by: user.id })} on conflict do nothing`
  await sql`insert into core.audit_seal ${sql({ tenant_id, number: 1_000_000, entries: 1, digest: randomBytes(32), mac: randomBytes(32), sealed_at: new Date() })} on conflict do nothing`
  await sql`insert into core.audit_sealed ${sql({ tenant_id, entry_id: randomUUID(), number: 1_000_000, place: randomBytes(3).readUIntBE(0, 3), digest: randomBytes(32) })}`
  await sql`insert into core.audit_head ${sql({ tenant_id, number: 1_000_000, mac: randomBytes(32) })} on conflict do nothing`
  return { letterSeq, ...(await plansOf(sql, owner)) }
}

/** Plans that companies are given. They are the platform's, or a reseller's. */
async function plansOf(sql: Sql, { word }: StockOwner) {
  const [plan, loosePlan] = [newId(), newId()]
  await sql`insert into platform.plan ${sql([plan, loosePlan].map((id) => ({ id, name: `Plano ${word} ${id}`, tier: 'premium' })))}`
  return { plan, loosePlan }
}
