import type { AuditPage, AuditProblem, AuditVerdict } from '@recado/contracts'
import type { Sql } from 'postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testApp, type Person, type TestApp } from '../../../tests/harness/app.ts'
import type { TestTenant } from '../../../tests/harness/tenants.ts'
import { createTenant } from '../../../tests/harness/tenants.ts'
import { Passwords } from '../credentials/passwords.ts'
import { systemClock } from '../base/clock.ts'
import { newId } from '../base/ids.ts'
import { audit } from './audit.ts'
import { AuditSealer } from './audit-sealer.ts'
import { AuditVerifier } from './audit-verifier.ts'

let node: TestApp
let admin: Person
let sealer: AuditSealer
let owner: Sql

beforeAll(async () => {
  node = await testApp({ pluginFolders: [] })
  admin = await node.signIn(node.a.admin)
  const { db, secret } = node.database
  sealer = new AuditSealer({ db, clock: systemClock, secret })
  owner = node.database.owner
})
afterAll(() => node.close())

const acts = async (tenant: TestTenant, count: number): Promise<string[]> => {
  const subjects = Array.from({ length: count }, (_, index) => `subject ${index}`)
  await node.database.db.tenant(tenant.id, async (tx) => {
    for (const subject of subjects)
      await audit(tx, {
        tenantId: tenant.id,
        userId: tenant.admin.id,
        action: 'settings.change',
        subject,
        facts: { b: 1, a: [subject] },
      })
  })
  await sealer.run()
  return (
    await owner`
      select id
        from core.audit_log
       where tenant_id = ${tenant.id} and action = 'settings.change'
       order by id desc limit ${count}`
  )
    .map((row) => row['id'] as string)
    .toReversed()
}

async function verdictOf(tenantId: string): Promise<AuditVerdict> {
  let verdict: unknown
  for await (const event of new AuditVerifier({ db: node.database.db, secret: node.database.secret }).verify(tenantId))
    if (event.event === 'verdict') verdict = event.data
  return verdict as AuditVerdict
}

const kinds = ({ problems }: AuditVerdict): AuditProblem['kind'][] =>
  [...new Set(problems.map((problem) => problem.kind))].sort()

/** The last event of the stream, as a client reads it. */
async function verify(person: Person): Promise<AuditVerdict> {
  const response = await fetch(`${node.base}/audit/verify`, { headers: person.credentials })
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const last = (await response.text())
    .split('\n\n')
    .filter((event) => event.includes('event: verdict'))
    .at(-1)!
  return JSON.parse(/^data: (.*)$/m.exec(last)![1]!) as AuditVerdict
}

describe('reading the trail', () => {
  it('tells who did what, to administrators of the company alone, a page at a time and by what is asked for', async () => {
    const { id } = await admin.ok<{ id: string }>('POST', '/queue', {
      queue: 'Cobrança',
      color: '#112233',
      isActive: true,
    })
    await admin.ok('PUT', `/queue/${id}`, { queue: 'Cobranças', color: '#112233', isActive: true })
    const page = await admin.ok<AuditPage>('GET', '/audit?limit=1')
    expect(page.entries).toMatchObject([
      {
        action: 'queues.update',
        subject: id,
        subjectName: 'Cobranças',
        user: { id: node.a.admin.id, name: node.a.admin.name },
      },
    ])
    const next = await admin.ok<AuditPage>('GET', `/audit?limit=1&cursor=${page.nextCursor}`)
    expect(next.entries).toMatchObject([{ action: 'queues.create', subject: id }])

    const actionsOf = async (query: string): Promise<string[]> =>
      (await admin.ok<AuditPage>('GET', `/audit?${query}`)).entries.map((entry) => entry.action)
    expect(await actionsOf(`subject=${id}`)).toEqual(['queues.update', 'queues.create'])
    expect(await actionsOf(`subject=${id}&action=queues.create&userId=${node.a.admin.id}`)).toEqual(['queues.create'])
    expect(await actionsOf(`subject=${id}&until=${page.entries[0]!.at}`)).toEqual(['queues.create'])
    expect(await actionsOf(`subject=${id}&from=${page.entries[0]!.at}`)).toEqual(['queues.update'])

    const other = await node.signIn(node.b.admin)
    expect((await other.ok<AuditPage>('GET', `/audit?subject=${id}`)).entries).toEqual([])
    expect(await (await node.signIn(node.a.supervisor)).refused('GET', '/audit')).toBe('403 ERR_NO_PERMISSION')
  })

  it('leaves as CSV that no spreadsheet runs, and that is written down too', async () => {
    await admin.ok('POST', '/queue', { queue: '=HYPERLINK("http://evil")', color: '#112233', isActive: true })
    const response = await fetch(`${node.base}/audit/export?action=queues.create`, { headers: admin.credentials })
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const csv = await response.text()
    expect(csv).toContain('Criou uma fila')
    expect(csv).toContain(`"'=HYPERLINK(""http://evil"")"`)
    expect(csv).not.toMatch(/(^|,)"?=/m)
    expect((await admin.ok<AuditPage>('GET', '/audit?limit=1')).entries).toMatchObject([
      { action: 'audit.export', facts: { action: 'queues.create' } },
    ])
  })

  it('cannot be rewritten by the server itself', async () => {
    for (const statement of [
      'update core.audit_log set subject = subject',
      'delete from core.audit_log',
      'truncate core.audit_log',
      'update core.audit_seal set entries = 1',
      'delete from core.audit_seal',
      'delete from core.audit_sealed',
      'delete from core.audit_head',
      'insert into core.audit_pending select tenant_id, id, session_user from core.audit_log',
    ]) {
      await expect(node.database.db.raw.unsafe(statement), statement).rejects.toMatchObject({ code: '42501' })
    }
  })
})

describe('a trail is found', () => {
  let tenant: TestTenant
  beforeEach(async () => {
    tenant = await createTenant(owner, 'Trilha', { passwordHash: await new Passwords().hash('Senha1234') })
  })

  it('intact as it grows, over several seals and companies, with what waits counted', async () => {
    await acts(tenant, 3)
    await acts(tenant, 2)
    await node.database.db.tenant(tenant.id, (tx) =>
      audit(tx, { tenantId: tenant.id, userId: null, action: 'tags.create', subject: 'not sealed yet' }),
    )
    const { intact, entries, waiting } = await verdictOf(tenant.id)
    expect({ intact, written: entries + waiting }).toEqual({ intact: true, written: 6 })
    await sealer.run()
    expect(await verdictOf(tenant.id)).toMatchObject({
      intact: true,
      seals: 3,
      entries: 6,
      waiting: 0,
      head: { seal: 3 },
    })
    await sealer.run()
    expect(await verify(await node.signIn(node.b.admin))).toMatchObject({ intact: true })
  })

  it('intact when transactions commit late and several nodes seal at once', async () => {
    const { db } = node.database
    let commit = (): void => undefined
    const held = new Promise<void>((resolve) => {
      commit = resolve
    })
    const late = db.tenant(tenant.id, async (tx) => {
      await audit(tx, { tenantId: tenant.id, userId: null, action: 'tags.create', subject: 'late' })
      await held
    })
    await acts(tenant, 4)
    commit()
    await late
    await Promise.all([acts(tenant, 5), acts(tenant, 5), ...Array.from({ length: 4 }, () => sealer.run())])
    await sealer.run()
    expect(await verdictOf(tenant.id)).toMatchObject({ intact: true, entries: 15, waiting: 0 })
  })

  it('intact and empty for a company that never did anything', async () => {
    expect(await verdictOf(tenant.id)).toEqual({
      intact: true,
      found: 0,
      problems: [],
      entries: 0,
      seals: 0,
      waiting: 0,
      head: null,
    })
  })

  const tampering: [string, (ids: string[]) => Promise<unknown>, AuditProblem['kind'][], number?][] = [
    [
      'an entry changed',
      (ids) => owner`update core.audit_log set facts = '{"b": 2}' where id = ${ids[1]!}`,
      ['entryChanged'],
      1,
    ],
    [
      'the author of an entry changed',
      (ids) => owner`update core.audit_log set user_id = null where id = ${ids[1]!}`,
      ['entryChanged'],
      1,
    ],
    [
      'the time of an entry changed',
      (ids) => owner`update core.audit_log set at = at + interval '1 microsecond' where id = ${ids[1]!}`,
      ['entryChanged'],
      1,
    ],
    ['an entry deleted', (ids) => owner`delete from core.audit_log where id = ${ids[1]!}`, ['entryMissing'], 1],
    [
      'an entry deleted with its place under the seal',
      async (ids) => {
        await owner`delete from core.audit_log where id = ${ids[1]!}`
        await owner`delete from core.audit_sealed where entry_id = ${ids[1]!}`
      },
      ['sealChanged'],
    ],
    [
      'an entry changed and its digest with it',
      async (ids) => {
        await owner`update core.audit_log set subject = 'another' where id = ${ids[1]!}`
        await owner`update core.audit_sealed set digest = sha256('another') where entry_id = ${ids[1]!}`
      },
      ['entryChanged', 'sealChanged'],
    ],
    [
      'entries swapped',
      async (ids) => {
        await owner`update core.audit_sealed set place = place + 100 where entry_id = ${ids[0]!}`
        await owner`update core.audit_sealed set place = 1 where entry_id = ${ids[1]!}`
        await owner`update core.audit_sealed set place = 2 where entry_id = ${ids[0]!}`
      },
      ['sealChanged'],
    ],
    [
      'an entry added past the server',
      () => owner`
        insert into core.audit_log (id, tenant_id, action, subject)
        values (${newId()}, ${tenant.id}, 'tags.create', 'forged')`,
      ['entryAdded'],
      1,
    ],
    [
      'an entry added with its seals switched off',
      () =>
        owner.begin(async (sql) => {
          await sql`set local session_replication_role = replica`
          await sql`
            insert into core.audit_log (id, tenant_id, action, subject)
            values (${newId()}, ${tenant.id}, 'tags.create', 'forged')`
        }),
      ['entryAdded'],
      1,
    ],
    [
      'a seal in the middle removed',
      () => owner`delete from core.audit_seal where tenant_id = ${tenant.id} and number = 2`,
      ['sealMissing'],
      1,
    ],
    [
      'seals swapped',
      async () => {
        await owner`update core.audit_seal set number = number + 100 where tenant_id = ${tenant.id} and number < 3`
        await owner`update core.audit_seal set number = 103 - number where tenant_id = ${tenant.id} and number > 100`
      },
      ['sealChanged'],
    ],
    ['the end cut off', () => cutOff(tenant.id), ['sealMissing', 'headChanged']],
    [
      'the end cut off and the note of it taken back',
      async () => {
        await cutOff(tenant.id)
        await owner`update core.audit_head set number = 2 where tenant_id = ${tenant.id}`
      },
      ['headChanged'],
    ],
    [
      'the end cut off and the note of it removed',
      async () => {
        await cutOff(tenant.id)
        await owner`delete from core.audit_head where tenant_id = ${tenant.id}`
      },
      ['headChanged'],
    ],
    [
      'all of it removed but the note of its end',
      async () => {
        await owner`delete from core.audit_log where tenant_id = ${tenant.id}`
        await owner`delete from core.audit_sealed where tenant_id = ${tenant.id}`
        await owner`delete from core.audit_seal where tenant_id = ${tenant.id}`
      },
      ['headChanged', 'sealMissing'],
    ],
  ]

  it.each(tampering)('broken: %s', async (_what, tamper, expected, count) => {
    const ids = await acts(tenant, 3)
    await acts(tenant, 2)
    await acts(tenant, 2)
    expect(await verdictOf(tenant.id)).toMatchObject({ intact: true })
    await tamper(ids)
    const verdict = await verdictOf(tenant.id)
    expect(verdict.intact).toBe(false)
    expect(kinds(verdict)).toEqual([...expected].sort())
    if (count !== undefined) expect(verdict.found).toBe(count)
    // Life goes on, and what was done to the trail does not heal by it.
    await acts(tenant, 2)
    expect((await verdictOf(tenant.id)).intact).toBe(false)
  })

  it('broken by the key of another installation', async () => {
    await acts(tenant, 2)
    await new AuditSealer({ db: node.database.db, clock: systemClock, secret: 'another secret' }).run()
    await node.database.db.tenant(tenant.id, (tx) =>
      audit(tx, { tenantId: tenant.id, userId: null, action: 'tags.create', subject: 'x' }),
    )
    await new AuditSealer({ db: node.database.db, clock: systemClock, secret: 'another secret' }).run()
    expect((await verdictOf(tenant.id)).intact).toBe(false)
  })
})

async function cutOff(tenantId: string): Promise<void> {
  await owner`
    delete from core.audit_log l using core.audit_sealed e
     where l.tenant_id = ${tenantId} and e.tenant_id = l.tenant_id and e.entry_id = l.id and e.number = 3`
  await owner`delete from core.audit_sealed where tenant_id = ${tenantId} and number = 3`
  await owner`delete from core.audit_seal where tenant_id = ${tenantId} and number = 3`
}
