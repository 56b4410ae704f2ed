import { readFileSync } from 'node:fs'
import type { Sql, TransactionSql } from 'postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../harness/database.ts'
import { twoTenants } from '../harness/tenants.ts'

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

it('roles, users and companies of before the permissions became finer keep what they had', async () => {
  const sql = database.owner
  const { a, b } = await twoTenants(sql)
  const migration = new URL('../../core/src/db/migrations/0037-finer-permissions-and-whole-words.sql', import.meta.url)
  const finer = ['ai.rewrite', 'ai.suggest', 'ai.summarize', 'ai.hint', 'ai.similar', 'ai.words']
  const role = (id: string, name: string, permissions: string[]) => sql`
    insert into core.role ${sql({ id, tenant_id: a.id, name, profile: 'user', permissions } as never)}`
  await role(prompt!, 'Usava', ['tickets.read', 'ai.use', 'ai.words'])
  await role(ticket!, 'Não usava', ['tickets.read'])
  await sql`update core.user_account set granted = '{ai.use}' where id = ${a.user.id}`
  await sql`update core.user_account set denied = '{ai.use,ai.hint}' where id = ${b.user.id}`
  for (const [company, enabled] of [
    [a, true],
    [b, false],
  ] as const)
    await sql`
      insert into core.plugin_enablement (tenant_id, plugin, enabled, settings)
      values (${company.id}, 'ai', ${enabled}, '{"model": "gpt-6-luna"}')`
  const [permissions] = readFileSync(migration, 'utf8').split('\n-- Words that plugins added')
  await sql.begin((tx) => tx.unsafe(permissions!))

  const roles = await sql<{ name: string; permissions: string[] }[]>`select name, permissions from core.role`
  const held = new Map(roles.map(({ name, permissions }) => [name, permissions.toSorted()]))
  expect(held.get('Usava')).toEqual(['tickets.read', 'ai.use', ...finer].toSorted())
  expect(held.get('Não usava')).toEqual(['tickets.read'])
  const users = await sql<{ id: string; granted: string[]; denied: string[] }[]>`
    select id, granted, denied from core.user_account where granted <> '{}' or denied <> '{}'`
  const rights = new Map(users.map(({ id, granted, denied }) => [id, [granted.toSorted(), denied.toSorted()]]))
  expect(rights.get(a.user.id)).toEqual([['ai.use', ...finer].toSorted(), []])
  expect(rights.get(b.user.id)).toEqual([[], ['ai.use', ...finer].toSorted()])
  expect(users).toHaveLength(2)
  const settings = await sql`select tenant_id, settings from core.plugin_enablement where plugin = 'ai'`
  const kept = new Map(settings.map((row) => [row['tenant_id'] as string, row['settings'] as object]))
  expect(kept.get(a.id)).toEqual({ model: 'gpt-6-luna', suggestReplies: true, summarizeAsked: true })
  expect(kept.get(b.id)).toEqual({ model: 'gpt-6-luna' })
})
