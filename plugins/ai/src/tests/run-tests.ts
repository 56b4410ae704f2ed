import type { Context } from '../context.ts'
import { rehearse } from '../agent/rehearse.ts'
import { ModelFailure, type FailureCode } from '../models/model-failure.ts'
import { promptKey } from '../prompts/prompt-key.ts'
import { judge, unanswered } from './judge.ts'
import * as store from './test-store.ts'

/** Questions of one job: each may take a minute or two, and a job five. */
const perJob = 2
/** Failures after which no other question would be answered either. */
const forAll: readonly FailureCode[] = [
  'ERR_AI_UNSET',
  'ERR_AI_NO_PLUGIN',
  'ERR_AI_KEY',
  'ERR_AI_MODEL',
  'ERR_AI_QUOTA',
  'ERR_AI_BUDGET',
]

/** Job `testRun`: asks some questions of a run, and leaves the others to another job. Nothing is sent or done. */
export async function runTests({ runId }: { runId: string }, ctx: Context): Promise<void> {
  const { tenant } = ctx
  const found = await ctx.db.transaction(async (tx) => {
    const [run] = await store.findRun(tx, tenant, runId)
    return run && { run, questions: await store.nextQuestions(tx, tenant, runId, perJob) }
  })
  if (!found || found.run.finishedAt !== null) return
  const { run, questions } = found
  const end = (failure: string | null) => ctx.db.transaction((tx) => store.endRun(tx, tenant, runId, failure))
  if (questions.length === 0) return end(null)
  const apiKey = await promptKey(run.promptId).get(ctx)
  for (const asked of questions) {
    const scene = { turns: [{ role: 'user' as const, text: asked.question }] }
    let result
    try {
      result = judge(asked, await rehearse(ctx, run.content, scene, { purpose: 'test', apiKey }))
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error
      if (forAll.includes(error.code)) return end(error.code)
      result = unanswered(asked, error.code)
    }
    await ctx.db.transaction((tx) => store.writeResult(tx, tenant, runId, asked.position, result))
  }
  await ctx.enqueue('testRun', { runId }, { key: `test:${runId}` })
}
