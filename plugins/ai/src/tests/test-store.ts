import type { PluginTransaction } from '@recado/sdk'
import { refusal } from '../errors.ts'
import { PromptContent } from '../prompts/prompt.ts'
import type { TestOutcome, TestQuestion, TestResult } from './test-set.ts'

/** Runs of a prompt that are kept, the latest ones. */
const mostRuns = 50

export interface StoredRun {
  readonly id: string
  readonly promptId: string
  readonly version: number
  readonly startedAt: string
  readonly startedBy: string
  readonly finishedAt: string | null
  readonly failure: string | null
}

const instant = (column: string): string => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
const runColumns = `id, prompt_id as "promptId", version, ${instant('started_at')} as "startedAt",
  started_by as "startedBy", ${instant('finished_at')} as "finishedAt", failure`

export const readQuestions = async (tx: PluginTransaction, tenant: string, prompt: string): Promise<TestQuestion[]> =>
  (await tx.query(
    `select question, facts, refuses from plg_ai.test_question
      where tenant_id = $1 and prompt_id = $2 order by position`,
    [tenant, prompt],
    'object',
  )) as TestQuestion[]

/** Replaces the questions of a prompt. */
export async function writeQuestions(
  tx: PluginTransaction,
  tenant: string,
  prompt: string,
  questions: readonly TestQuestion[],
): Promise<void> {
  await tx.query('delete from plg_ai.test_question where tenant_id = $1 and prompt_id = $2', [tenant, prompt], 'array')
  await tx.query(
    `insert into plg_ai.test_question (tenant_id, prompt_id, position, question, facts, refuses)
     select $1, $2, at, one ->> 'question',
            array(select jsonb_array_elements_text(one -> 'facts')), (one ->> 'refuses')::boolean
       from jsonb_array_elements($3::text::jsonb) with ordinality as given (one, at)`,
    [tenant, prompt, JSON.stringify(questions)],
    'array',
  )
}

/** Begins a run with the questions as they are now; the oldest runs go. */
export async function beginRun(
  tx: PluginTransaction,
  tenant: string,
  run: Pick<StoredRun, 'promptId' | 'version' | 'startedBy'> & { readonly content: PromptContent },
): Promise<string> {
  const [row] = (await tx.query(
    `insert into plg_ai.test_run (tenant_id, prompt_id, version, content, started_by)
     values ($1, $2, $3, $4::text::jsonb, $5) returning id`,
    [tenant, run.promptId, run.version, JSON.stringify(run.content), run.startedBy],
    'object',
  )) as [{ id: string }]
  await tx.query(
    `insert into plg_ai.test_result (tenant_id, run_id, position, question, facts, refuses)
     select tenant_id, $3, position, question, facts, refuses from plg_ai.test_question
      where tenant_id = $1 and prompt_id = $2`,
    [tenant, run.promptId, row.id],
    'array',
  )
  await tx.query(
    `delete from plg_ai.test_run where tenant_id = $1 and prompt_id = $2 and id in (
       select id from plg_ai.test_run where tenant_id = $1 and prompt_id = $2 order by id desc offset $3)`,
    [tenant, run.promptId, mostRuns],
    'array',
  )
  return row.id
}

export const listRuns = async (tx: PluginTransaction, tenant: string, prompt: string): Promise<StoredRun[]> =>
  (await tx.query(
    `select ${runColumns} from plg_ai.test_run where tenant_id = $1 and prompt_id = $2 order by id desc limit $3`,
    [tenant, prompt, mostRuns],
    'object',
  )) as StoredRun[]

/** A run with what it asks with; none where it is gone. */
export async function findRun(
  tx: PluginTransaction,
  tenant: string,
  id: string,
): Promise<(StoredRun & { readonly content: PromptContent })[]> {
  const rows = (await tx.query(
    `select ${runColumns}, content from plg_ai.test_run where tenant_id = $1 and id = $2`,
    [tenant, id],
    'object',
  )) as (StoredRun & { content: unknown })[]
  return rows.map((row) => ({ ...row, content: PromptContent.parse(row.content) }))
}

/** @throws Refusal ERR_NO_TEST_RUN_FOUND */
export async function requireRun(tx: PluginTransaction, tenant: string, id: string): Promise<StoredRun> {
  const [run] = await findRun(tx, tenant, id)
  if (!run) throw refusal('ERR_NO_TEST_RUN_FOUND')
  return run
}

/** What came of the questions of these runs, by run, in the order of the questions. */
export async function readResults(
  tx: PluginTransaction,
  tenant: string,
  runs: readonly string[],
): Promise<ReadonlyMap<string, TestResult[]>> {
  const rows = (await tx.query(
    `select run_id as run, position, question, facts, refuses, result from plg_ai.test_result
      where tenant_id = $1 and run_id = any ($2) order by run_id, position`,
    [tenant, runs],
    'object',
  )) as (TestResult & { run: string })[]
  const found = new Map<string, TestResult[]>(runs.map((run) => [run, []]))
  for (const { run, ...result } of rows) found.get(run)?.push(result)
  return found
}

/** Questions of a run that nobody has asked yet, the first ones. */
export const nextQuestions = async (
  tx: PluginTransaction,
  tenant: string,
  run: string,
  most: number,
): Promise<TestResult[]> =>
  (await tx.query(
    `select position, question, facts, refuses, result from plg_ai.test_result
      where tenant_id = $1 and run_id = $2 and result is null order by position limit $3`,
    [tenant, run, most],
    'object',
  )) as TestResult[]

export async function writeResult(
  tx: PluginTransaction,
  tenant: string,
  run: string,
  position: number,
  result: TestOutcome,
): Promise<void> {
  await tx.query(
    `update plg_ai.test_result set result = $4::text::jsonb where tenant_id = $1 and run_id = $2 and position = $3`,
    [tenant, run, position, JSON.stringify(result)],
    'array',
  )
}

export async function endRun(
  tx: PluginTransaction,
  tenant: string,
  run: string,
  failure: string | null,
): Promise<void> {
  await tx.query(
    `update plg_ai.test_run set finished_at = now(), failure = $3
      where tenant_id = $1 and id = $2 and finished_at is null`,
    [tenant, run, failure],
    'array',
  )
}

/** Ends it where it runs, and forgets it. @throws Refusal ERR_NO_TEST_RUN_FOUND */
export async function deleteRun(tx: PluginTransaction, tenant: string, run: string): Promise<void> {
  const rows = await tx.query(
    'delete from plg_ai.test_run where tenant_id = $1 and id = $2 returning 1',
    [tenant, run],
    'array',
  )
  if (rows.length === 0) throw refusal('ERR_NO_TEST_RUN_FOUND')
}
