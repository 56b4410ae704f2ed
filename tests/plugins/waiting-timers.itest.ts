import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hookWorld, type HookWorld } from '../conversation/far-side.ts'
import { eventually, type Person } from '../harness/app.ts'
import { pluginFolder } from '../harness/plugin-folder.ts'
import { countStatements, type StatementCount, type StatementCounts } from '../harness/statement-counts.ts'

/*
 * Conversations that wait in flows have a job each. What reads or changes jobs must find its own by an index, so that
 * it costs the same however many others wait.
 */

const waiting = 30_000
/** The table has some thousand pages then. */
const mostPages = 60

let world: HookWorld
let counts: StatementCounts
let admin: Person
beforeAll(async () => {
  world = await hookWorld({}, [pluginFolder(join(import.meta.dirname, '..', '..', 'plugins', 'flows'))])
  counts = await countStatements(world.database)
  await world.restart()
  admin = await world.signIn(world.a.admin)
})
afterAll(() => world.close())

const aboutJobs = (seen: readonly StatementCount[]): StatementCount[] =>
  seen.filter(({ text }) => /_private_jobs|plugin_job\(/.test(text) && !text.includes('pg_stat_statements'))

it('a job is stored, taken and ended at the same cost, however many wait', async () => {
  const graph = {
    nodes: [
      { id: 'start', kind: 'start' },
      { id: 'ask', kind: 'question', data: { text: 'Nome?', variable: 'who' } },
      { id: 'call', kind: 'http', data: { url: 'http://10.1.2.3/' } },
      { id: 'again', kind: 'question', data: { text: 'E agora, {{who}}?' } },
      { id: 'bye', kind: 'close', data: { text: 'Até logo' } },
    ],
    edges: [
      ['start', 'next', 'ask'],
      ['ask', 'next', 'call'],
      ['call', 'error', 'again'],
      ['again', 'next', 'bye'],
    ].map(([from, outlet, to], at) => ({ id: `e${at}`, from, outlet, to })),
  }
  const { id } = await admin.ok<{ id: string }>('POST', '/p/flows/flows', { name: 'Fluxo', graph })
  await admin.ok('POST', `/p/flows/flows/${id}/versions`, { revision: 1 })
  await admin.ok('PUT', `/p/flows/flows/${id}/active`, { isActive: true })
  await admin.ok('PUT', '/responders', {
    scope: { kind: 'company' },
    places: [{ plugin: 'flows', name: 'main', input: { flow: id } }],
  })
  const { owner } = world.database
  await owner`select count(*) from graphile_worker.add_jobs(array(
    select ('plugin:flows:timer',
            json_build_object('tenantId', ${world.a.id}::uuid,
              'data', json_build_object('run', gen_random_uuid(), 'wait', 1)),
            null, now() + make_interval(hours => 1, secs => n), null, 'waits ' || n, null, null
           )::graphile_worker.job_spec
      from generate_series(1, ${waiting}::integer) n))`
  await owner`analyze graphile_worker._private_jobs`

  const said = (chat: string) => world.far.delivered.filter((one) => one.chat === chat).flatMap(({ texts }) => texts)
  const talk = async (chat: string): Promise<void> => {
    for (const [text, answer] of [
      ['oi', 'Nome?'],
      ['Ana', 'E agora, Ana?'],
      ['nada', 'Até logo'],
    ] as const) {
      expect(await world.channel.say(chat, text)).toBe(200)
      await eventually(
        async () => said(chat),
        (texts) => texts.includes(answer),
        30_000,
      )
    }
  }
  // Sessions read the catalogue with their first statements.
  for (const chat of ['a', 'b', 'c']) await talk(chat)
  await counts.reset()
  for (const chat of ['d', 'e', 'f', 'g']) await talk(chat)
  // Those who look for jobs of ended nodes come every few seconds.
  const seen = await eventually(
    async () => aboutJobs(await counts.of(1)),
    (found) =>
      ['for update', 'locked_by is not null', 'plugin_job('].every((part) =>
        found.some(({ text }) => text.includes(part)),
      ),
    30_000,
  )
  // The library's own look at jobs that were locked hours ago comes every eight to ten minutes, and once in the first.
  const often = seen.filter(({ text }) => !text.includes('greatest(run_at, now())'))
  const dear = often.filter(({ pages, calls }) => pages / calls > mostPages)
  expect(dear.map(({ text, pages, calls }) => `${pages} pages in ${calls} calls: ${text}`)).toEqual([])
})
