import type { RouteAnswer, RouteRequest, SessionContext, ShapeOf, UserId } from '@recado/sdk'
import { csvFile } from '@recado/sdk/server'
import { refusal } from '../errors.ts'
import type { Definition } from '../plugin.ts'
import { readVersion, requirePrompt } from '../prompts/prompt-store.ts'
import { readPrices } from '../usage/price-store.ts'
import { figuresOf } from './figures.ts'
import type { routes } from './routes.ts'
import { tableOf } from './result-table.ts'
import type { TestResult, TestRun } from './test-set.ts'
import * as store from './test-store.ts'

type Ctx = SessionContext<ShapeOf<Definition>>
type Handler<Name extends keyof typeof routes> = (
  request: RouteRequest<(typeof routes)[Name]>,
  ctx: Ctx,
) => Promise<RouteAnswer<(typeof routes)[Name]>>

/** Runs in figures, with the names of who began them. */
async function shown(
  ctx: Ctx,
  runs: readonly store.StoredRun[],
  results: ReadonlyMap<string, readonly TestResult[]>,
): Promise<TestRun[]> {
  const ids = [...new Set(runs.map(({ startedBy }) => startedBy as UserId))]
  const [users, prices] = await Promise.all([
    ctx.core.users.named(ids),
    ctx.db.transaction((tx) => readPrices(tx, ctx.tenant)),
  ])
  const names = new Map<string, string>(users.map(({ id, name }) => [id, name]))
  return runs.map(({ promptId: _prompt, startedBy, ...run }) => ({
    ...run,
    startedBy: names.get(startedBy) ?? null,
    ...figuresOf(results.get(run.id) ?? [], prices),
  }))
}

export const tests: Handler<'tests'> = async ({ params: { id } }, ctx) => {
  const { questions, runs, results } = await ctx.db.transaction(async (tx) => {
    await requirePrompt(tx, ctx.tenant, id)
    const listed = await store.listRuns(tx, ctx.tenant, id)
    return {
      questions: await store.readQuestions(tx, ctx.tenant, id),
      runs: listed,
      results: await store.readResults(
        tx,
        ctx.tenant,
        listed.map((run) => run.id),
      ),
    }
  })
  return { questions, runs: await shown(ctx, runs, results) }
}

export const setTests: Handler<'setTests'> = async ({ params: { id }, body: { questions } }, ctx) => {
  await ctx.db.transaction(async (tx) => {
    await requirePrompt(tx, ctx.tenant, id)
    await store.writeQuestions(tx, ctx.tenant, id, questions)
  })
  return { questions }
}

export const runTests: Handler<'runTests'> = async ({ params: { id }, body: { version } }, ctx) => {
  const run = await ctx.db.transaction(async (tx) => {
    const prompt = await requirePrompt(tx, ctx.tenant, id)
    if ((await store.readQuestions(tx, ctx.tenant, id)).length === 0) throw refusal('ERR_NO_TEST_QUESTIONS')
    const asked = version ?? prompt.version
    const runId = await store.beginRun(tx, ctx.tenant, {
      promptId: id,
      version: asked,
      startedBy: ctx.viewer.userId,
      content: await readVersion(tx, ctx.tenant, id, asked),
    })
    await ctx.enqueue('testRun', { runId }, { key: `test:${runId}` })
    return store.requireRun(tx, ctx.tenant, runId)
  })
  return (await resultsOf(ctx, run)).run
}

async function resultsOf(ctx: Ctx, run: store.StoredRun): Promise<{ run: TestRun; results: TestResult[] }> {
  const results = await ctx.db.transaction((tx) => store.readResults(tx, ctx.tenant, [run.id]))
  const [figures] = await shown(ctx, [run], results)
  return { run: figures!, results: results.get(run.id) ?? [] }
}

export const testRun: Handler<'testRun'> = async ({ params: { run } }, ctx) =>
  resultsOf(ctx, await ctx.db.transaction((tx) => store.requireRun(tx, ctx.tenant, run)))

export const exportTestRun: Handler<'exportTestRun'> = async ({ params: { run: id } }, ctx) => {
  const { run, results } = await testRun({ params: { run: id } } as never, ctx)
  const { locale } = ctx.viewer
  const { heading, rows } = tableOf(results, locale)
  return new Response(csvFile(heading, [rows], locale), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="test-${run.version}-${run.startedAt.slice(0, 10)}.csv"`,
    },
  })
}

export const removeTestRun: Handler<'removeTestRun'> = async ({ params: { run } }, ctx) => {
  await ctx.cancel('testRun', `test:${run}`)
  await ctx.db.transaction((tx) => store.deleteRun(tx, ctx.tenant, run))
  return { message: 'Run deleted' }
}
