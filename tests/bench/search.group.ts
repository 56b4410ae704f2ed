import type { MessageSearchPage } from '@recado/contracts'
import { Pool } from 'undici'
import { benchId, kinds, type BenchDatabase } from './cluster.ts'
import { credentials, makeCompanies, makeConversations } from './companies.ts'
import { atLeast, atMost, type Figure, type Group } from './figure.ts'
import { alternating, closedLoop } from './measure.ts'
import { rawInbound, sqlRunner } from './pgbench.ts'
import { startNode } from './program.ts'

const ticketsPerTenant = 1_000
const threadMessages = 20_000
/** Companies of the databases that messages are taken in by. */
const takers = 100
const syllables = [
  'ba',
  'co',
  'di',
  'fe',
  'gra',
  'lhu',
  'ma',
  'ne',
  'por',
  'qui',
  'ra',
  'so',
  'te',
  'ven',
  'xi',
  'zar',
  'ção',
  'mento',
  'pre',
  'tri',
]

/** Words that every message held until so many days ago, and none since. */
const given = [
  { word: 'remarcado', days: 7 },
  { word: 'mudança', days: 30 },
  { word: 'natalino', days: 365 },
] as const

/**
 * Messages of two years: four of five of company 1. Words are as unequal as people's: the first of 8,000 stands in
 * every twentieth place. Ticket 1 of company 2 is one long conversation.
 */
async function makeMessages(database: BenchDatabase, messages: number): Promise<void> {
  const { owner } = database
  const { tenant, contact, ticket, connection } = kinds
  const perMessage = (730 * 86_400) / messages
  await makeCompanies(database, { tenants: 2, usersPerTenant: 2 })
  await owner.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`set local maintenance_work_mem = '256MB'`
    const [index] = await sql<
      { definition: string }[]
    >`select pg_get_indexdef('core.message_keys'::regclass) as definition`
    await sql`drop index core.message_keys`
    await sql`
      insert into core.contact (id, tenant_id, name)
      select bench.id(${contact}, t, n), bench.id(${tenant}, t, 0), 'Cliente ' || n
        from generate_series(1, 2) t, generate_series(1, ${ticketsPerTenant}::integer) n`
    await sql`
      insert into core.tag (id, tenant_id, name)
      select uuidv7(), bench.id(${tenant}, t, 0), 'Etiqueta ' || n
        from generate_series(1, 2) t, generate_series(1, 50) n`
    await sql`
      insert into core.ticket (id, tenant_id, protocol, status, contact_id, connection_id, channel, chat, queue_id)
      select bench.id(${ticket}, t, n), bench.id(${tenant}, t, 0), t || '-' || n, 'pending', bench.id(${contact}, t, n),
             bench.id(${connection}, t, 0), 'hook', 'c' || n, null
        from generate_series(1, 2) t, generate_series(1, ${ticketsPerTenant}::integer) n`
    const word = sql`
      (select string_agg(s[1 + w % 20] || s[1 + w / 20 % 20] || s[1 + w / 400 % 20], ' ')
         from (select floor(8000 * power(random(), 3))::integer as w
                 from generate_series(1, 8) g
                where g + m > 0) drawn)`
    await sql`
      insert into core.message (id, tenant_id, ticket_id, contact_id, connection_id, external_id, from_me, body, parts,
        status, sent_at)
      select uuidv7(), bench.id(${tenant}, t, 0), bench.id(${ticket}, t, n), bench.id(${contact}, t, n),
             bench.id(${connection}, t, 0), 'e' || m, m % 2 = 0,
             'Bom dia, ' || ${word} || (
               select coalesce(string_agg(' ' || g.word, ''), '')
                 from unnest(${given.map(({ word }) => word)}::text[],
                             ${given.map(({ days }) => days)}::integer[]) g (word, days)
                where g.days * 86400 < (${messages}::integer - m) * ${perMessage}::float8) || ', pedido ' || m,
             '[{"kind":"text","text":"Bom dia","format":"plain"}]', 'read',
             now() - make_interval(secs => (${messages}::integer - m) * ${perMessage}::float8)
        from (select m, case when m % 5 = 0 then 2 else 1 end as t, 2 + m / 5 % ${ticketsPerTenant - 1}::integer as n,
                     ${syllables}::text[] as s
                from generate_series(1, ${messages}::integer) m) spread`
    await sql`
      insert into core.message (id, tenant_id, ticket_id, contact_id, connection_id, external_id, from_me, body, parts,
        status, sent_at)
      select uuidv7(), bench.id(${tenant}, 2, 0), bench.id(${ticket}, 2, 1), bench.id(${contact}, 2, 1),
             bench.id(${connection}, 2, 0), 'long' || m, m % 2 = 0,
             'Linha ' || m || case when m % 100 = 0 then ' com a fatura' else ' da conversa' end,
             '[{"kind":"text","text":"Linha","format":"plain"}]', 'read',
             now() - make_interval(mins => ${threadMessages}::integer - m)
        from generate_series(1, ${threadMessages}::integer) m`
    await sql.unsafe(index!.definition)
  })
  await owner`vacuum analyze`
}

export const search: Group = {
  name: 'search',
  title: 'Searching in messages',
  notes: [
    'A million messages of two companies over two years (`quick`: 200,000), four of five of one of them; each ' +
      'holds two words that all hold, eight drawn as unequally as people draw them, and a number of its own. Three ' +
      'more words stand in every message until a week, a month and a year ago. The administrator of the larger ' +
      'company asks over HTTP for pages of 30, one request at a time, with names, excerpts and the schema of the ' +
      'answer; together means pages of conversations, contacts, messages and tags for the same text, until the ' +
      'last of them is there.',
    'What the index costs: the function of the hot path takes in messages on a database with the index and on ' +
      'one without, alternately, 16 clients each.',
  ],
  async run({ cluster, quick, rounds, seconds, say }) {
    const messages = quick ? 200_000 : 1_000_000
    const database = await cluster.database('search')
    const began = performance.now()
    await makeMessages(database, messages)
    const [size] = await database.owner<{ words: number; table: number }[]>`
      select pg_relation_size('core.message_keys')::integer as words,
             pg_relation_size('core.message')::integer as table`
    say(
      `${messages.toLocaleString('en-US')} messages made in ${Math.round((performance.now() - began) / 1_000)} s; ` +
        `words take ${Math.round(size!.words / 1e6)} MB beside ${Math.round(size!.table / 1e6)} MB`,
    )
    const [some] = await database.owner<{ mid: string; rare: string }[]>`
      select (select word
                from ts_stat('select core.message_words(body) from core.message tablesample system (5)')
               where ndoc between 20 and 60 and length(word) > 5
               limit 1) as mid,
             'pedido ' || ${messages - 8}::integer as rare`
    const node = await startNode(cluster, database)
    const readers = await Promise.all(
      [1, 2].map(async (tenant) => {
        const { token, sessionid } = await credentials(tenant, 1)
        const pool = new Pool(`http://127.0.0.1:${node.ready.port}`, { connections: 2 })
        return {
          close: () => pool.close(),
          get: async (path: string): Promise<string> => {
            const answer = await pool.request({
              method: 'GET',
              path,
              headers: { authorization: `Bearer ${token}`, sessionid },
            })
            const body = await answer.body.text()
            if (answer.statusCode !== 200) throw new Error(`${path} was answered with ${answer.statusCode} ${body}`)
            return body
          },
        }
      }),
    )
    const [big, small] = readers as [(typeof readers)[0], (typeof readers)[0]]
    const timed = (ask: () => Promise<unknown>) => async () => ({ ...(await closedLoop(1, seconds / 3, ask)) })
    const find = (reader: typeof big, words: string, more = '') =>
      timed(() => reader.get(`/messages/search?searchParam=${encodeURIComponent(words)}${more}`))
    /** What somebody may mean by one text: conversations by name or number, contacts, and messages. */
    const everything = (words: string) =>
      timed(() =>
        Promise.all(
          ['/tickets?showAll=true&limit=20&', '/contacts?limit=20&', '/messages/search?', '/tags/overview?'].map(
            (path) => big.get(`${path}searchParam=${encodeURIComponent(words)}`),
          ),
        ),
      )
    const found = async (words: string): Promise<number> =>
      (JSON.parse(await big.get(`/messages/search?searchParam=${encodeURIComponent(words)}`)) as MessageSearchPage)
        .results.length
    const withWords = await cluster.database('words')
    const without = await cluster.database('no_words')
    for (const one of [withWords, without]) {
      await makeCompanies(one, { tenants: takers, usersPerTenant: 1 })
      await makeConversations(one, takers)
    }
    await without.owner`drop index core.message_keys`
    const taking = (url: string) => async () => ({ ...(await rawInbound(url, takers, 16, seconds, cluster.folder)) })
    const longThread = benchId('ticket', 2, 1)
    try {
      for (const words of ['bom dia', some!.mid, some!.rare])
        say(`“${words}”: ${await found(words)} conversations on the first page`)
      const sides = {
        one: timed(() => database.owner`select 1`),
        common: find(big, 'bom dia'),
        week: find(big, given[0].word),
        month: find(big, given[1].word),
        year: find(big, `bom dia ${given[2].word}`),
        middle: find(big, some!.mid),
        rare: find(big, some!.rare),
        beginning: find(big, 'pre'),
        beginnings: find(big, 'pre tri bom'),
        none: find(big, 'inexistente'),
        small: find(small, some!.mid),
        within: find(small, 'fatura', `&ticketId=${longThread}`),
        commonWithin: find(small, 'bom dia', `&ticketId=${longThread}`),
        everything: everything('cliente 17'),
        thread: timed(() => small.get(`/messages/${longThread}`)),
        taken: taking(withWords.appUrl),
        bare: taking(without.appUrl),
      }
      for (const side of Object.values(sides)) await side()
      const seen = await alternating(rounds, sides)
      const trip: Figure['limit'] = { what: 'select 1, p50', value: seen.one.p50 }
      const pair = (what: string, { p50, p95 }: { p50: number; p95: number }): Figure[] => [
        { what: `${what}, p50`, value: p50, unit: 'ms', limit: trip },
        { what: `${what}, p95`, value: p95, unit: 'ms', aims: [atMost(50, 'value')] },
      ]
      return [
        ...pair('words that every message holds', seen.common),
        ...pair('a word that every message held until a week ago', seen.week),
        ...pair('a word that every message held until a month ago', seen.month),
        ...pair('the same until a year ago, with two that all hold', seen.year),
        ...pair('a word of one message in a thousand', seen.middle),
        ...pair('the number of one message', seen.rare),
        ...pair('the beginning of many words', seen.beginning),
        ...pair('the beginnings of three frequent words', seen.beginnings),
        ...pair('a word that nobody wrote', seen.none),
        ...pair('a word in the smaller company', seen.small),
        ...pair('a word in one conversation of 20,000 messages', seen.within),
        ...pair('a piece of that conversation without words that all others hold', seen.commonWithin),
        ...pair('messages, names, numbers and tags together', seen.everything),
        {
          what: 'the end of a conversation of 20,000 messages, p99',
          value: seen.thread.p99,
          unit: 'ms',
          aims: [atMost(200, 'value')],
        },
        {
          what: 'messages taken in with the index, 16 clients',
          value: seen.taken.perSecond,
          unit: '/s',
          limit: { what: `without it (${sqlRunner})`, value: seen.bare.perSecond },
          aims: [atLeast(0.85)],
        },
      ]
    } finally {
      for (const reader of readers) await reader.close()
      await node.stop()
      for (const one of [database, withWords, without]) await one.drop()
    }
  },
}
