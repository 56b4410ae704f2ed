import { randomUUID } from 'node:crypto'
import type { MessagePage, MessageSearchPage, Ticket, TicketPage } from '@recado/contracts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../harness/app.ts'
import type { TestTenant } from '../harness/tenants.ts'
import { hookWorld, type HookWorld } from './far-side.ts'

let world: HookWorld
let admin: Person
let agent: Person
let stranger: Person
beforeAll(async () => {
  world = await hookWorld()
  admin = await world.signIn(world.a.admin)
  agent = await world.signIn(world.a.user)
  stranger = await world.signIn(world.b.admin)
})
afterAll(() => world.close())

const search = (who: Person, searchParam: string, more = ''): Promise<MessageSearchPage> =>
  who.ok('GET', `/messages/search?searchParam=${encodeURIComponent(searchParam)}${more}`)
const texts = ({ results }: MessageSearchPage): string[] =>
  results.flatMap(({ hits }) =>
    hits.map((hit) => hit.excerpt.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join('')),
  )
async function ticketOf(name: string, who = admin): Promise<Ticket> {
  const page: TicketPage = await who.ok('GET', '/tickets/?status[]=open&status[]=pending&status[]=closed&limit=200')
  return page.tickets.find((ticket) => ticket.name === `Cliente ${name}`)!
}

/** Rows of one conversation, number 1 the oldest, `apart` apart and the newest at `until`. */
async function stored(
  tenant: TestTenant,
  ticketId: string,
  count: number,
  { words, apart = '1 minute', until = '1 hour' }: { words: (n: string) => string; apart?: string; until?: string },
): Promise<void> {
  await world.database.owner.unsafe(
    `insert into core.message (id, tenant_id, ticket_id, contact_id, connection_id, from_me, body, parts, status,
       sent_at)
     select uuidv7(), t.tenant_id, t.id, t.contact_id, t.connection_id, false, ${words('n')},
            '[{"kind":"text","text":"x","format":"plain"}]', 'received',
            now() - interval '${until}' - interval '${apart}' * (${count} - n)
       from core.ticket t, generate_series(1, ${count}) n where t.tenant_id = $1 and t.id = $2`,
    [tenant.id, ticketId],
  )
}

describe('searching in messages', () => {
  it('finds what was written, without accents and by the beginnings of words, in its ticket and in this company alone', async () => {
    await world.channel.say('ana', 'A segunda via do boleto de março não chegou')
    await world.channel.say('bia', 'Bom dia')
    await world.otherChannel.say('zoe', 'A segunda via do boleto de março, por favor')
    expect(texts(await search(admin, 'bolet MARCO'))).toEqual(['A segunda via do [boleto] de [março] não chegou'])
    const [result] = (await search(admin, 'boleto')).results
    expect(result).toMatchObject({ ticket: { name: 'Cliente ana' }, hits: [{ fromMe: false, username: null }] })
    expect((await search(admin, 'boleto abril')).results).toEqual([])
    expect((await search(admin, '👍👍')).results).toEqual([])
    expect(texts(await search(stranger, 'boleto'))).toEqual(['A segunda via do [boleto] de março, por favor'])
    expect(await admin.refused('GET', '/messages/search?searchParam=b')).toBe('422 ERR_VALIDATION')
  })

  it('finds an edited message by what it says now, and a deleted one not at all', async () => {
    await world.channel.say('caio', 'Quero o orçamento verde')
    const { id } = (await search(admin, 'verde')).results[0]!.hits[0]!
    await world.database
      .owner`update core.message set body = 'Quero o orçamento azul', edited_at = now() where id = ${id}`
    expect((await search(admin, 'verde')).results).toEqual([])
    expect(texts(await search(admin, 'orcamento azul'))).toEqual(['Quero o [orçamento] [azul]'])
    await world.database.owner`update core.message set deleted_at = now() where id = ${id}`
    expect((await search(admin, 'azul')).results).toEqual([])
  })

  it('finds a message by one word of its own and one that was added, also after it was edited, and shows both', async () => {
    await world.channel.say('caue', 'Pacote da transportadora')
    const { id } = (await search(admin, 'transportadora')).results[0]!.hits[0]!
    const ticket = await ticketOf('caue')
    const { owner } = world.database
    await owner`
      insert into core.added_words (tenant_id, message_id, plugin, sent_at, body)
      select tenant_id, id, 'a-plugin', sent_at, 'O lacre estava rompido' from core.message where id = ${id}`
    for (const more of ['', `&ticketId=${ticket.id}`]) {
      const found = await search(admin, 'lacre transportadora', more)
      expect(texts(found)).toEqual(['Pacote da [transportadora] · O [lacre] estava rompido'])
      expect(found.results[0]!.hits[0]!.isBeside).toBe(true)
      expect((await search(admin, 'lacre azul', more)).results).toEqual([])
    }
    expect((await search(stranger, 'lacre transportadora')).results).toEqual([])
    await owner`update core.message set body = 'Pacote do correio', edited_at = now() where id = ${id}`
    expect((await search(admin, 'lacre transportadora')).results).toEqual([])
    expect(texts(await search(admin, 'lacre correio'))).toEqual(['Pacote do [correio] · O [lacre] estava rompido'])
    await owner`update core.message set deleted_at = now() where id = ${id}`
    expect((await search(admin, 'lacre correio')).results).toEqual([])
  })

  it('S6-020 holds to who may see a ticket, and pages past what they may not see', async () => {
    await world.channel.say('dora', 'Assunto dividido da dora')
    const hidden = await ticketOf('dora')
    await admin.ok('PUT', `/tickets/${hidden.id}`, {
      queueId: world.a.support,
      status: 'open',
      userId: world.a.admin.id,
    })
    await stored(world.a, hidden.id, 2_500, { words: (n) => `'sigilo numero ' || ${n}` })
    await world.channel.say('eva', 'Nada em sigilo aqui')
    await stored(world.a, (await ticketOf('eva')).id, 1, { words: () => `'sigilo antigo'`, until: '700 days' })
    await admin.ok('PUT', '/settings/NotViewAssignedTickets', { key: 'NotViewAssignedTickets', value: 'enabled' })
    expect(texts(await search(agent, 'sigilo'))).toEqual(['Nada em [sigilo] aqui', '[sigilo] antigo'])
    expect((await search(agent, 'dividido')).results).toEqual([])
    expect((await search(agent, 'dividido', `&ticketId=${hidden.id}`)).results).toEqual([])
    expect((await search(admin, 'dividido')).results).toHaveLength(1)
    await admin.ok('PUT', '/settings/NotViewAssignedTickets', { key: 'NotViewAssignedTickets', value: 'disabled' })
  })

  it('finds the same whatever it goes by: words that stand everywhere, seldom, or both', async () => {
    await world.channel.say('nina', 'Olá')
    const count = 3_000
    await stored(world.a, (await ticketOf('nina')).id, count, {
      words: (n) =>
        `case when ${n} % 700 = 350 then 'raríssimo sozinho ' || ${n} else 'bom dia pedido ' || ${n} || case ` +
        `when ${n} % 7 = 0 then ' azul' else '' end || case when ${n} % 700 = 0 then ' raríssimo' else '' end end`,
      apart: '4 hours',
    })
    const newestFirst = (holds: (n: number) => boolean): number[] =>
      Array.from({ length: count }, (_, index) => count - index).filter(holds)
    for (const [words, holds] of [
      ['bom dia azul', (n) => n % 7 === 0 && n % 700 !== 350],
      ['raris', (n) => n % 350 === 0],
      ['dia raris', (n) => n % 700 === 0],
      ['azul rarissimo bom', (n) => n % 700 === 0],
      ['pedido 17', (n) => String(n) === '17'],
      ['pedido 291', (n) => String(n).startsWith('291')],
      ['azul verde', () => false],
      ['bom pedido', (n) => n > count - 250 && n % 700 !== 350],
    ] satisfies [string, (n: number) => boolean][]) {
      const expected = newestFirst(holds)
      const seen: number[] = []
      let cursor = ''
      do {
        const page = await search(admin, words, `&limit=200${cursor}`)
        seen.push(...texts(page).map((text) => Number(/\d+/.exec(text)![0])))
        cursor = page.nextCursor === null ? '' : `&cursor=${encodeURIComponent(page.nextCursor)}`
      } while (cursor !== '' && seen.length < expected.length)
      expect([words, seen.slice(0, expected.length)]).toEqual([words, expected])
    }
  })

  it('pages through one conversation from its newest hit to its oldest, each once', async () => {
    await world.channel.say('gil', 'Oi')
    const ticket = await ticketOf('gil')
    await stored(world.a, ticket.id, 45, { words: (n) => `'parcela ' || ${n}`, apart: '20 days' })
    const expected = Array.from({ length: 45 }, (_, index) => `[parcela] ${45 - index}`)
    for (const within of ['', `&ticketId=${ticket.id}`]) {
      const seen: string[] = []
      let cursor = ''
      do {
        const page = await search(admin, 'parcela', `${within}&limit=10${cursor}`)
        seen.push(...texts(page))
        cursor = page.nextCursor ? `&cursor=${page.nextCursor}` : ''
      } while (cursor !== '')
      expect(seen).toEqual(expected)
    }
  })
})

describe('any words in any messages', () => {
  /** Words that begin with one another, and two that are too short for that. */
  const vocabulary = ['zwa', 'zwab', 'zwabc', 'zwd', 'zwde', 'zwf', 'zg', 'zga']
  const count = 2_400
  interface Said {
    readonly id: string
    readonly ticket: number
    readonly at: number
    readonly words: readonly string[]
    readonly deleted: boolean
  }
  const day = 24 * 60 * 60 * 1000
  let said: readonly Said[]
  const tickets: Ticket[] = []
  beforeAll(async () => {
    for (const name of ['otto', 'pia', 'rui']) {
      await world.channel.say(name, 'Oi')
      tickets.push(await ticketOf(name))
    }
    const now = Date.now()
    said = Array.from({ length: count }, (_, n) => {
      // Crowded days, months with hardly a message, a single one a year before and some before all days are told apart.
      const ago =
        n < 1_000
          ? n * 120_000
          : n < 1_200
            ? (n - 990) * day
            : n < 2_300
              ? 400 * day + n * 60_000
              : (n - 2_000) * 15 * day
      // Some words are written in every message for a time and then in none.
      const holds = [
        n % 7 === 0,
        n > 600,
        n % 400 === 3,
        n < 1_100,
        n % 2 === 0,
        n > 1_150 && n < 2_290,
        n % 3 === 0,
        n === 2_399,
      ]
      return {
        id: randomUUID(),
        ticket: n % 20 === 0 ? 1 : n % 50 === 1 ? 2 : 0,
        at: now - 60_000 - ago,
        words: vocabulary.filter((_word, index) => holds[index]),
        deleted: n % 97 === 0,
      }
    })
    for (const [tenant, offset] of [
      [world.a, 0],
      [world.b, 1],
    ] as const) {
      const rows = said.map(({ ticket, at, words, deleted, id }, n) => {
        // The other company says all of it every time.
        const text = offset === 0 ? `${n} ${words.join(', ')}.` : vocabulary.join(' ')
        // A fifth has its words beside it alone, a fifth twice, and a fifth some in it and the others beside it.
        const [some, others] = [words.slice(0, 3), words.slice(3)].map((part) => `${n} ${part.join(', ')}.`)
        const isSplit = offset === 0 && n % 5 === 3
        return {
          id: offset === 0 ? id : randomUUID(),
          ticket: offset === 0 ? tickets[ticket]!.id : null,
          body: n % 5 === 2 ? '' : isSplit ? some! : text,
          added: isSplit ? others! : n % 5 === 2 || n % 5 === 4 ? text : null,
          at: new Date(at).toISOString(),
          deleted,
        }
      })
      await world.database.owner`
        with given as (
          select *
            from jsonb_to_recordset(${world.database.owner.json(rows)})
              s (id uuid, ticket uuid, body text, added text, at timestamptz, deleted boolean)
        )
        insert into core.message (id, tenant_id, ticket_id, contact_id, connection_id, from_me, body, parts, status,
          sent_at, deleted_at)
        select s.id, t.tenant_id, t.id, t.contact_id, t.connection_id, false, s.body, '[]', 'received', s.at,
               case when s.deleted then now() end
          from given s
          join lateral (
            select *
              from core.ticket c
             where c.tenant_id = ${tenant.id} and (s.ticket is null or c.id = s.ticket)
             limit 1) t on true`
      await world.database.owner`
        insert into core.added_words (tenant_id, message_id, plugin, sent_at, body)
        select ${tenant.id}, s.id, 'a-plugin', s.at, s.added
          from jsonb_to_recordset(${world.database.owner.json(rows)}) s (id uuid, added text, at timestamptz)
         where s.added is not null`
    }
  })

  it('finds what a look at every message finds, newest first, in the company and in a conversation', async () => {
    const sought = fc.subarray([...vocabulary, 'zw', 'zwx'], { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(
        sought,
        fc.option(fc.constantFrom(0, 1, 2)),
        fc.constantFrom(7, 60, 200),
        async (words, ticket, limit) => {
          const fits = (text: string, word: string): boolean =>
            word.length > 2 ? text.startsWith(word) : text === word
          const expected = said
            .filter((one) => !one.deleted && (ticket === null || one.ticket === ticket))
            .filter((one) => words.every((word) => one.words.some((text) => fits(text, word))))
            .toSorted((a, b) => b.at - a.at)
            .slice(0, 3 * limit)
            .map(({ id }) => id)
          const seen: string[] = []
          let cursor = ''
          do {
            const within = ticket === null ? '' : `&ticketId=${tickets[ticket]!.id}`
            const page = await search(admin, words.join(' '), `&limit=${limit}${within}${cursor}`)
            const hits = page.results.flatMap((result) => result.hits)
            seen.push(...hits.toSorted((a, b) => b.timestamp.localeCompare(a.timestamp)).map(({ id }) => String(id)))
            cursor = page.nextCursor === null ? '' : `&cursor=${encodeURIComponent(page.nextCursor)}`
          } while (cursor !== '' && seen.length < 3 * limit)
          expect(seen.slice(0, 3 * limit)).toEqual(expected)
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('a conversation around a message', () => {
  it('is read at a found message and from there in both directions, without a gap or a repetition', async () => {
    await world.channel.say('hugo', 'Oi')
    const ticket = await ticketOf('hugo')
    await stored(world.a, ticket.id, 100, { words: (n) => `'linha ' || ${n}` })
    const read = (query: string): Promise<MessagePage> => admin.ok('GET', `/messages/${ticket.id}?limit=10&${query}`)
    const bodies = (page: MessagePage): string[] => page.messages.map((message) => message.body)
    const lines = (from: number, to: number): string[] =>
      Array.from({ length: to - from + 1 }, (_, index) => `linha ${from + index}`)
    const { id } = (await search(admin, 'linha 50', `&ticketId=${ticket.id}`)).results[0]!.hits[0]!
    const page = await read(`around=${id}`)
    expect(bodies(page)).toEqual(lines(46, 55))
    expect(bodies(await read(`cursor=${page.nextCursor}`))).toEqual(lines(36, 45))
    const newer = await read(`after=${page.newerCursor}`)
    expect(bodies(newer)).toEqual(lines(56, 65))
    expect(bodies(await read(`cursor=${newer.nextCursor}`))).toEqual(lines(46, 55))
    const newest = await read('')
    expect(bodies(newest)).toEqual([...lines(92, 100), 'Oi'])
    expect(newest.newerCursor).toBeNull()
    const around = await read(`around=${newest.messages.at(-1)!.id}`)
    expect(bodies(around).at(-1)).toBe('Oi')
    expect(around.newerCursor).toBeNull()
    await world.channel.say('iara', 'Alheia')
    const { id: elsewhere } = (await search(admin, 'alheia')).results[0]!.hits[0]!
    expect(await admin.refused('GET', `/messages/${ticket.id}?around=${elsewhere}`)).toBe('404 ERR_NO_MESSAGE_FOUND')
    expect(await admin.refused('GET', `/messages/${ticket.id}?around=${id}&after=${page.newerCursor}`)).toBe(
      '422 ERR_VALIDATION',
    )
    expect(await stranger.refused('GET', `/messages/${ticket.id}?around=${id}`)).toBe('404 ERR_NO_TICKET_FOUND')
  })
})
