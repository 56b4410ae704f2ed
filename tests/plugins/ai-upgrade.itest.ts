import { readFileSync } from 'node:fs'
import type { Sql, TransactionSql } from 'postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../harness/database.ts'

let database: TestDatabase
const file = (name: string) => readFileSync(new URL(`../../plugins/ai/migrations/${name}`, import.meta.url), 'utf8')
const [tenant, prompt, ticket] = ['a', 'b', 'c'].map((digit) => `${digit.repeat(8)}-0000-4000-8000-000000000000`)

beforeAll(async () => {
  database = await testDatabase({ plugins: false })
})
afterAll(() => database?.drop())

/** Applies files as the owner of the schema, whom row-level security holds as it does in the product. */
async function apply(tx: TransactionSql, names: readonly string[]): Promise<void> {
  await tx`set local role ai_owner_of_test`
  for (const name of names) await tx.unsafe(file(name))
  await tx`reset role`
}

it('prompts and conversations of before there were versions stay as they were', async () => {
  const sql: Sql = database.owner
  await sql
    .begin(async (tx) => {
      await tx`create role ai_owner_of_test`
      await tx`create schema plg_ai authorization ai_owner_of_test`
      await apply(tx, ['0001-ai.sql', '0002-prices.sql'])
      for (const table of ['prompt', 'conversation', 'usage', 'usage_day', 'summary']) {
        await tx.unsafe(`alter table plg_ai.${table} enable row level security, force row level security`)
        await tx.unsafe(`create policy nobody on plg_ai.${table} using (false)`)
      }
      const functions = [{ name: 'mark', description: 'Sempre.', action: { plugin: 'a', name: 'b', input: {} } }]
      await tx`
        insert into plg_ai.prompt
          (tenant_id, id, name, max_tokens, max_messages, temperature, text, max_turns, functions)
        values (${tenant!}, ${prompt!}, 'Antigo', 300, 10, 0.5, 'Como era.', 7, ${tx.json(functions)})`
      await tx`
        insert into plg_ai.conversation (tenant_id, ticket_id, contact_id, prompt_id, begun_by, asked, step)
        values (${tenant!}, ${ticket!}, ${ticket!}, ${prompt!}, 'k', 'mark',
                ${tx.json({ acts: ['mark'], asks: 'mark', say: null, handOver: null })})`
      await apply(tx, ['0003-versions.sql', '0004-test-set.sql', '0005-usage-by-plugin.sql', '0006-similar.sql'])
      const [kept] = await tx`
        select p.latest, p.published, v.content from plg_ai.prompt p
          join plg_ai.prompt_version v on v.tenant_id = p.tenant_id and v.prompt_id = p.id`
      expect(kept).toMatchObject({
        latest: 1,
        published: 1,
        content: { text: 'Como era.', maxTurns: 7, temperature: 0.5, model: null, functions },
      })
      const [conversation] = await tx`select asked, step from plg_ai.conversation`
      const act = { name: 'mark', arguments: {} }
      expect(conversation).toEqual({
        asked: act,
        step: { acts: [{ ...act, outcome: null }], asks: act, say: null, handOver: null },
      })
      throw new Error('nothing of it stays')
    })
    .catch((error: unknown) => {
      if (!(error instanceof Error) || error.message !== 'nothing of it stays') throw error
    })
})
