import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { expect, it } from 'vitest'
import { emptyDatabase } from '../../../tests/harness/database.ts'
import { houseMigrations } from '../../../tests/harness/postgres.setup.ts'
import { createTenant } from '../../../tests/harness/tenants.ts'
import { migrate } from '../db/migrate.ts'
import { newId } from '../ids.ts'

const graph = '0006-identity-graph.sql'

it('an upgrade makes one identity of both spellings of a mobile number, one contact of the two who had them, and leaves everything else', async () => {
  const database = await emptyDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'recado-migrations-'))
  try {
    const [core, bus] = houseMigrations()
    for (const file of readdirSync(core!.folder).filter((name) => name < graph))
      cpSync(join(core!.folder, file), join(folder, file))
    await migrate(database.ownerUrl, database.secret, [{ owner: 'core', folder }, bus!])
    const owner = postgres(database.ownerUrl, { max: 1, onnotice: () => undefined })
    const tenants = [await createTenant(owner, 'Aurora'), await createTenant(owner, 'Boreal')]
    const made = async (
      tenant: string,
      name: string,
      identities: [string, string][],
      number: string | null = null,
    ): Promise<string> => {
      const id = newId()
      await owner`insert into core.contact (id, tenant_id, name, number) values (${id}, ${tenant}, ${name}, ${number})`
      for (const [kind, value] of identities)
        await owner`insert into core.contact_identity (tenant_id, kind, value, contact_id) values (${tenant}, ${kind}, ${value}, ${id})`
      return id
    }
    const [a, b] = tenants.map(({ id }) => id as string) as [string, string]
    const older = await made(
      a,
      'Ana',
      [
        ['phone', '+551187654321'],
        ['hook', '551187654321'],
      ],
      '+551187654321',
    )
    const younger = await made(a, 'Ana', [
      ['phone', '+5511987654321'],
      ['sms', '+5511987654321'],
    ])
    const alone = await made(a, 'Bia', [['phone', '+552187654321']], '+552187654321')
    const landline = await made(a, 'Loja', [['phone', '+551133334444']])
    const elsewhere = await made(b, 'Ana', [['phone', '+5511987654321']])
    await migrate(database.ownerUrl, database.secret, houseMigrations())

    const identities = (id: string) =>
      owner`select kind, value from core.contact_identity where contact_id = ${id} order by kind, value`.then((rows) =>
        rows.map((row) => `${row['kind']} ${row['value']}`),
      )
    expect(await identities(older)).toEqual(['hook 551187654321', 'phone +5511987654321', 'sms +5511987654321'])
    expect(await identities(alone)).toEqual(['phone +5521987654321'])
    expect(await identities(landline)).toEqual(['phone +551133334444'])
    expect(await identities(elsewhere)).toEqual(['phone +5511987654321'])
    expect(
      await owner`select id, merged_into, number from core.contact where id in (${older}, ${younger}, ${alone}) order by created_at, id`,
    ).toEqual([
      { id: older, merged_into: null, number: '+5511987654321' },
      { id: younger, merged_into: older, number: null },
      { id: alone, merged_into: null, number: '+5521987654321' },
    ])
    expect(await owner`select from_id, into_id, automatic from core.contact_merge`).toEqual([
      { from_id: younger, into_id: older, automatic: true },
    ])
    await owner.end()
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await database.drop()
  }
})
