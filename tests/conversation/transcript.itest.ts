import { randomUUID } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp, type Person, type TestApp } from '../harness/app.ts'

let app: TestApp
let admin: Person
let agent: Person
let stranger: Person
beforeAll(async () => {
  app = await testApp({ channel: 'webchat' })
  admin = await app.signIn(app.a.admin)
  agent = await app.signIn(app.a.user)
  stranger = await app.signIn(app.b.admin)
})
afterAll(() => app.close())

/** A conversation with this many messages, in every alphabet. */
async function conversation(messages: number): Promise<string> {
  const { owner } = app.database
  const [contact, ticket] = [randomUUID(), randomUUID()]
  await owner`
    insert into core.contact (id, tenant_id, name, number)
    values (${contact}, ${app.a.id}, 'João Conceição', '+5511987654321')`
  await owner`
    insert into core.ticket (id, tenant_id, protocol, status, contact_id, connection_id, channel, chat, queue_id)
    values (${ticket}, ${app.a.id}, ${`2026/${ticket.slice(0, 8)}`}, 'open', ${contact}, ${app.a.connection}, 'webchat',
            ${ticket}, ${app.a.support})`
  await owner`
    insert into core.message (id, tenant_id, ticket_id, contact_id, connection_id, from_me, body, parts, status,
      sent_at)
    select gen_random_uuid(), ${app.a.id}, ${ticket}, ${contact}, ${app.a.connection}, n % 2 = 0, 'Olá',
           ${owner.json([{ kind: 'text', text: 'Olá, ação! Привет 😀 '.repeat(4), format: 'plain' }])}, 'received',
           now() - make_interval(mins => n)
      from generate_series(1, ${messages}) n`
  return ticket
}
const fetchPdf = (who: Person, ticket: string) =>
  fetch(`${app.base}/tickets/${ticket}/pdf`, { headers: who.credentials })

describe('a conversation as a document', () => {
  it('S2-059 comes as a PDF under its protocol, and the trail knows', async () => {
    const ticket = await conversation(3)
    const response = await fetchPdf(admin, ticket)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="2026-${ticket.slice(0, 8)}.pdf"`)
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(bytes.subarray(-6).toString()).toContain('%%EOF')
    const [entry] = await app.database.owner<{ user_id: string }[]>`
      select user_id
        from core.audit_log
       where tenant_id = ${app.a.id} and action = 'tickets.export' and subject = ${ticket}`
    expect(entry!.user_id).toBe(app.a.admin.id)
  })

  it('comes to its end where a picture of it is not to be had', async () => {
    const ticket = await conversation(2)
    const { owner } = app.database
    const media = randomUUID()
    await owner`
      insert into core.media (id, tenant_id, name, mime, bytes)
      values (${media}, ${app.a.id}, 'foto.png', 'image/png', 70)`
    await owner`
      update core.message
         set parts = ${owner.json([{ kind: 'media', as: 'image', media, mime: 'image/png', name: 'foto.png' }])}
       where ticket_id = ${ticket}`
    const bytes = Buffer.from(await (await fetchPdf(admin, ticket)).arrayBuffer())
    expect(bytes.subarray(-6).toString()).toContain('%%EOF')
  })

  it('of 5,000 messages holds little at a time', async () => {
    const ticket = await conversation(5_000)
    const before = process.memoryUsage().rss
    const response = await fetchPdf(admin, ticket)
    let [bytes, most] = [0, 0]
    for await (const piece of response.body!) {
      bytes += piece.byteLength
      most = Math.max(most, process.memoryUsage().rss)
    }
    expect(bytes).toBeGreaterThan(100_000)
    expect(most - before).toBeLessThan(250 * 1_024 * 1_024)
  }, 120_000)

  it('of words without end is laid out beside the node’s work', async () => {
    const ticket = await conversation(2)
    const { owner } = app.database
    // What an anonymous visitor may write: laying out the second one took a minute and a half in one go.
    const texts = ['w'.repeat(30_000), 'ж\u0301'.repeat(30_000)].map((text) => ({
      kind: 'text',
      text,
      format: 'plain',
    }))
    await owner`update core.message set parts = ${owner.json(texts)} where ticket_id = ${ticket}`
    const delay = monitorEventLoopDelay({ resolution: 10 })
    delay.enable()
    const bytes = Buffer.from(await (await fetchPdf(admin, ticket)).arrayBuffer())
    delay.disable()
    expect(bytes.subarray(-6).toString()).toContain('%%EOF')
    expect(delay.max / 1e6).toBeLessThan(1_500)
  })

  it('leaves its place when its reader leaves', async () => {
    const ticket = await conversation(2_000)
    for (let left = 0; left < 3; left++) {
      const response = await fetchPdf(admin, ticket)
      await response.body!.cancel()
    }
    const bytes = Buffer.from(await (await fetchPdf(admin, await conversation(1))).arrayBuffer())
    expect(bytes.subarray(-6).toString()).toContain('%%EOF')
  })

  it('is out of reach for who may not see the ticket, and for another company', async () => {
    const ticket = await conversation(1)
    await app.database.owner`update core.ticket set user_id = ${app.a.admin.id} where id = ${ticket}`
    expect(await agent.refused('GET', `/tickets/${ticket}/pdf`)).toBe('404 ERR_NO_TICKET_FOUND')
    expect(await stranger.refused('GET', `/tickets/${ticket}/pdf`)).toBe('404 ERR_NO_TICKET_FOUND')
  })
})
