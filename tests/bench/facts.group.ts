import type { FactQuery } from '@recado/contracts'
import { request } from 'undici'
import { benchId, type BenchDatabase } from './cluster.ts'
import { credentials } from './companies.ts'
import { atMost, type Bench, type Figure, type Group } from './figure.ts'
import { makeWorld, type World } from './large-company.ts'
import { alternating, closedLoop, until } from './measure.ts'
import { startNode } from './program.ts'

const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
const last = (days: number) => ({ from: day(days - 1), until: day(0) })

/** What the home page and the page of figures ask for. */
const tiles = {
  'conversations by day and channel, 30 days': { measure: 'opened', by: ['day', 'connection'], ...last(30) },
  'first answers by user with percentiles, 30 days': { measure: 'firstAnswer', by: ['user'], ...last(30) },
  'resolutions by day with percentiles, 90 days': { measure: 'resolution', by: ['day'], ...last(90) },
  'messages by weekday and hour, 90 days': { measure: 'received', by: ['weekday', 'hour'], ...last(90) },
  'messages of a year': { measure: 'received', ...last(365) },
} as const satisfies Record<string, FactQuery>

/** The numbers of all companies are made by the node when it first runs; nothing waits to be counted after it. */
async function settled({ owner }: BenchDatabase, companies: number): Promise<void> {
  await until(
    'the numbers are made',
    async () => {
      const [row] = await owner<{ kept: number; due: number }[]>`
        select (select count(*) from core.facts_kept)::integer as kept,
               (select count(*) from core.fact_due)::integer as due`
      return row!.kept === companies && row!.due === 0
    },
    1_800,
    250,
  )
}

async function measure({ cluster, rounds, seconds, say }: Bench, world: World): Promise<Figure[]> {
  const database = await cluster.database('facts')
  await makeWorld(database, world)
  const node = await startNode(cluster, database, { asShipped: true })
  try {
    const began = performance.now()
    await settled(database, 1 + world.smallCompanies)
    const made = (performance.now() - began) / 1_000
    say(`the numbers were made in ${Math.round(made)} s`)
    await database.owner`vacuum analyze`
    const { token, sessionid } = await credentials(1, 1)
    const ask = async (question: FactQuery): Promise<void> => {
      const answer = await request(`http://127.0.0.1:${node.ready.port}/p/reports/figures`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, sessionid, 'content-type': 'application/json' },
        body: JSON.stringify({ questions: [question] }),
      })
      const said = await answer.body.text()
      if (answer.statusCode !== 200) throw new Error(`a question was answered with ${answer.statusCode} ${said}`)
    }
    const rows = () => database.owner`
      select extract(isodow from m.sent_at at time zone 'America/Sao_Paulo'),
             extract(hour from m.sent_at at time zone 'America/Sao_Paulo'), count(*)
        from core.message m
       where m.tenant_id = ${benchId('tenant', 1)} and not m.from_me and m.sent_at >= ${last(90).from}
       group by 1, 2`
    const timed = (work: () => PromiseLike<unknown>) => async () => ({ ...(await closedLoop(1, seconds / 3, work)) })
    const names = Object.keys(tiles) as (keyof typeof tiles)[]
    const seen = await alternating(rounds, {
      rows: timed(rows),
      ...(Object.fromEntries(names.map((name) => [name, timed(() => ask(tiles[name]))])) as Record<
        keyof typeof tiles,
        ReturnType<typeof timed>
      >),
    })
    return [
      ...names.map((name): Figure => ({
        what: `${name}, p95`,
        value: seen[name].p95,
        unit: 'ms',
        aims: [atMost(100, 'value')],
      })),
      {
        what: 'messages by weekday and hour, 90 days, p50',
        value: seen['messages by weekday and hour, 90 days'].p50,
        unit: 'ms',
        limit: { what: 'the same from the rows, p50', value: seen.rows.p50 },
        aims: [atMost(0.1)],
      },
      { what: 'making all numbers of the company from its rows', value: made, unit: 's' },
    ]
  } finally {
    await node.stop()
    await database.drop()
  }
}

const question =
  'A supervisor’s page asks over HTTP, one question at a time. The same question to the rows of messages is what ' +
  'PostgreSQL takes without facts.'

export const facts: Group = {
  name: 'facts',
  title: 'Numbers of reports',
  notes: [
    'A company with 200,000 conversations of one week and two million messages of two years (`quick`: 20,000 and ' +
      `200,000), beside twenty small ones, all plugins on. ${question}`,
  ],
  run: (bench) =>
    measure(bench, {
      tickets: bench.quick ? 20_000 : 200_000,
      messages: bench.quick ? 200_000 : 2_000_000,
      smallCompanies: 20,
    }),
}

export const factsLarge: Group = {
  name: 'facts-large',
  title: 'Numbers of reports of a company of 10 million',
  notes: [
    'A company with a million conversations and 10 million messages of two years (`quick`: a tenth of them, of a ' +
      `tenth of the time). ${question}`,
  ],
  onlyWhenNamed: true,
  run: (bench) => {
    const part = bench.quick ? 10 : 1
    return measure(bench, {
      tickets: 1_000_000 / part,
      messages: 10_000_000 / part,
      smallCompanies: 20,
      days: 730 / part,
    })
  },
}
