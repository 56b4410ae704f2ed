import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import { newId } from '../../../core/src/base/ids.ts'
import type { StockOwner } from './owner.ts'
import { keepAtMost, put, putOnce } from './put.ts'

/** A company has one holiday a day at most, and is stocked often. */
let holidays = 0

/** Rules, bots, flows and opening hours. */
export async function answersOf(
  sql: Sql,
  { tenant, user, word }: StockOwner,
  { media, ticket, contact }: { media: string; ticket: string; contact: string },
) {
  const tenant_id = tenant.id
  // A company has room for a hundred rules and two hundred flows, and is stocked more often than that.
  await keepAtMost(sql, 'plg_automations.rule', tenant_id, 40)
  await keepAtMost(sql, 'plg_flows.flow', tenant_id, 40)
  const rule = newId()
  // A company has 100 rules at most, and each stock brings one.
  await put(sql, 'plg_automations.rule', {
    id: rule,
    tenant_id,
    name: `Regra ${word} ${rule.slice(-8)}`,
    position: 1,
    is_active: false,
    trigger: sql.json({ kind: 'event', event: 'received' }),
    match: 'all',
    conditions: sql.json([]),
    actions: sql.json([{ plugin: 'automations', name: 'resolve', input: {} }]),
    repetition: 'always',
    is_last: false,
  })
  await put(sql, 'plg_automations.firing', {
    tenant_id,
    rule_id: rule,
    rule: `Regra ${word}`,
    actions: sql.json([]),
    ticket_id: ticket,
    cause: randomUUID(),
    is_finished: true,
  })
  await put(sql, 'plg_automations.tally', {
    tenant_id,
    rule_id: rule,
    ticket_id: ticket,
    day: new Date(),
    times: 1,
    is_kept: true,
  })
  const bot = newId()
  await put(sql, 'plg_bots.bot', {
    id: bot,
    tenant_id,
    name: `Robô ${word} ${bot.slice(-8)}`,
    provider: 'typebot',
    reference: 'bemvindo',
    is_active: false,
  })
  await put(sql, 'plg_bots.conversation', {
    tenant_id,
    ticket_id: ticket,
    contact_id: newId(),
    bot_id: bot,
    begun_by: word,
  })
  await put(sql, 'plg_bots.heard', { tenant_id, ticket_id: ticket, key: word, text: `Oi ${word}` })
  const [businessHour, holiday] = [newId(), newId()]
  const closed = Object.fromEntries([...'0123456'].map((day) => [day, { mode: 'closed' }]))
  await put(sql, 'plg_business_hours.rule', {
    id: businessHour,
    tenant_id,
    type: 'queue',
    target: newId(),
    days: sql.json(closed),
    message: `Fechado ${word}`,
  })
  await put(sql, 'plg_business_hours.holiday', {
    id: holiday,
    tenant_id,
    date: new Date(Date.UTC(2000, 0, ++holidays)),
    description: `Feriado ${word}`,
  })
  await put(sql, 'plg_business_hours.notice', {
    tenant_id,
    ticket_id: ticket,
    contact_id: newId(),
    key: word,
    sent_at: new Date(),
  })
  const flow = newId()
  const graph = sql.json({
    nodes: [
      { id: 'start', kind: 'start' },
      { id: 's1', kind: 'message', data: { parts: [{ kind: 'text', text: word }] } },
    ],
    edges: [{ id: 'e1', from: 'start', outlet: 'next', to: 's1' }],
  })
  const [flowVersion, day] = [newId(), new Date().toISOString().slice(0, 10)]
  await put(sql, 'plg_flows.flow', {
    id: flow,
    tenant_id,
    name: `Fluxo ${word} ${flow.slice(-8)}`,
    description: word,
    test_number: '',
    draft: graph,
    version: 1,
    published_revision: 1,
    saved_by: user.id,
  })
  await put(sql, 'plg_flows.version', {
    id: flowVersion,
    tenant_id,
    flow_id: flow,
    number: 1,
    revision: 1,
    graph,
    created_by: user.id,
  })
  await put(sql, 'plg_flows.run', {
    tenant_id,
    ticket_id: ticket,
    contact_id: contact,
    flow_id: flow,
    version_id: flowVersion,
    state: sql.json({ phase: 'over', variables: { word } }),
    is_over: true,
  })
  await put(sql, 'plg_flows.figure', { tenant_id, flow_id: flow, day, kind: 'taken', place: 'e1', times: 1 })
  await put(sql, 'plg_flows.editor', { tenant_id, flow_id: flow, page: newId(), user_id: user.id, chosen: ['s1'] })
  await putOnce(sql, 'plg_flows.file', {
    tenant_id,
    media_id: media,
    kind: 'document',
    mime: 'text/plain',
    bytes: 3,
    name: `${word}.txt`,
  })
  return { rule, bot, businessHour, holiday, flow }
}
