import type { ExchangedLinkPage } from '@recado/contracts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testApp, type Person, type TestApp } from '../../../tests/harness/app.ts'
import { newId } from '../base/ids.ts'
import { holdsLink, messagesWithLinks, webLinksIn } from './exchanged-links.ts'

/* Links as people find them again, and the index that they are found by. */

let node: TestApp, admin: Person, stranger: Person
let ticket: string, contact: string
beforeAll(async () => {
  node = await testApp()
  ;[admin, stranger] = await Promise.all([node.signIn(node.a.admin), node.signIn(node.b.admin)])
  const { owner } = node.database
  ;[contact, ticket] = [newId(), newId()]
  await owner`insert into core.contact (id, tenant_id, name) values (${contact}, ${node.a.id}, 'Nádia')`
  await owner`insert into core.ticket (id, tenant_id, protocol, status, contact_id, connection_id, channel, chat)
    values (${ticket}, ${node.a.id}, '1', 'open', ${contact}, ${node.a.connection}, 'test-channel', 'c')`
  await owner`insert into core.message
      (id, tenant_id, ticket_id, contact_id, connection_id, from_me, body, parts, status, sent_at)
    select uuidv7(), ${node.a.id}, ${ticket}, ${contact}, ${node.a.connection}, n % 2 = 0,
           case when n % 100 = 0 then 'Veja https://exemplo.com.br/' || n || ' e www.outro.com.br' else 'Oi ' || n end,
           '[{"kind": "text", "text": "Oi", "format": "plain"}]'::jsonb, 'received', now() - make_interval(secs => n)
      from generate_series(1, 6000) n`
  await owner`analyze core.message, core.ticket`
})
afterAll(() => node.close())

it('of a conversation and of a contact come newest first, in pages, with their messages, not to strangers', async () => {
  for (const path of [`/messages/${ticket}/links`, `/contacts/${contact}/links`]) {
    const first = await admin.ok<ExchangedLinkPage>('GET', `${path}?limit=2`)
    expect(first.links.map(({ href }) => href)).toEqual([
      'https://exemplo.com.br/100',
      'https://www.outro.com.br',
      'https://exemplo.com.br/200',
      'https://www.outro.com.br',
    ])
    expect(first.links[0]).toMatchObject({
      excerpt: 'Veja https://exemplo.com.br/100 e www.outro.com.br',
      ticketId: ticket,
      fromMe: true,
    })
    expect(first.hasMore).toBe(true)
    const next = await admin.ok<ExchangedLinkPage>('GET', `${path}?limit=2&cursor=${first.nextCursor}`)
    expect(next.links[0]?.href).toBe('https://exemplo.com.br/300')
  }
  expect(await stranger.refused('GET', `/messages/${ticket}/links`)).toBe('404 ERR_NO_TICKET_FOUND')
  expect(await stranger.refused('GET', `/contacts/${contact}/links`)).toBe('404 ERR_NO_CONTACT_FOUND')
})

it('are walked along their index', async () => {
  const [[answer]] = await node.database.db.read(node.a.id, (sql) => [
    sql<{
      'QUERY PLAN': unknown
    }>`explain (format json) ${messagesWithLinks(sql, node.a.id, sql`select ${ticket}::uuid as id`, { limit: 30 })}`,
  ])
  const plan = JSON.stringify(answer!['QUERY PLAN'])
  expect(plan).toContain('message_links')
})

it('every text in which the thread draws a web link is in the index', async () => {
  const piece = fc.oneof(
    fc.constantFrom(
      'https://',
      'HTTP://',
      'www.',
      'WWW.',
      'http:/',
      'mailto:',
      ' ',
      '\n',
      '.com.br',
      '/a?b=c#d',
      'é',
      '“',
      ')',
    ),
    fc.webUrl(),
    fc.string({ maxLength: 12 }),
  )
  const texts = fc.sample(
    fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join('').replaceAll('\0', '')),
    2_000,
  )
  const linked = texts.filter((text) => webLinksIn(text).length > 0)
  expect(linked.length).toBeGreaterThan(100)
  const [missed] = await node.database.db.read(node.a.id, (sql) => [
    sql<{ body: string }>`select m.body from (
        select null::timestamptz as deleted_at, x.value as body
          from jsonb_array_elements_text(${JSON.stringify(linked)}::text::jsonb) x
      ) m where not (${holdsLink(sql)})`,
  ])
  expect(missed).toEqual([])
  expect(webLinksIn(`${newId()} sem link, fale com eu@exemplo.com.br`)).toEqual([])
})
