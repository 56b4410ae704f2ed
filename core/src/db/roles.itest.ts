import postgres from 'postgres'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { emptyDatabase } from '../../../tests/harness/database.ts'
import { houseSets } from './house.ts'
import { migrateJobs } from '../jobs/migrate-jobs.ts'
import { erasePlugin, migratePlugins } from '../plugins/migrate.ts'
import { serviceEventsOf } from '../plugins/service-publishers.ts'
import { migrate } from './migrate.ts'
import { roleUrl, type InstallationRoles } from './roles.ts'

interface Place {
  readonly ownerUrl: string
  readonly secret: string
}
const undo: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const each of undo.splice(0).toReversed()) await each()
})

async function place(secret: string): Promise<Place> {
  const { ownerUrl, drop } = await emptyDatabase()
  undo.push(drop)
  return { ownerUrl, secret }
}

/** Database work of a starting node: the product's schema, the jobs', and that of one plugin. */
async function started({ ownerUrl, secret }: Place): Promise<InstallationRoles> {
  const roles = await migrate(ownerUrl, secret, houseSets())
  await migrateJobs(ownerUrl, roles)
  await migratePlugins({ ownerUrl, secret, roles }, (plugin) => plugin('parcels', undefined))
  return roles
}

/** Current user after signing in as a role of an installation, or the SQLSTATE that refuses it. */
async function signIn(at: Place, secret: string, role: string): Promise<string> {
  const sql = postgres(roleUrl(at.ownerUrl, secret, role), { max: 1, onnotice: () => undefined })
  try {
    const [row] = await sql<{ name: string }[]>`select session_user as name`
    return row!.name
  } catch (error) {
    return (error as { code: string }).code
  } finally {
    await sql.end()
  }
}

async function asOwner<Row extends object>({ ownerUrl }: Place, text: string): Promise<Row[]> {
  const sql = postgres(ownerUrl, { max: 1, onnotice: () => undefined })
  try {
    return [...(await sql.unsafe<Row[]>(text))]
  } finally {
    await sql.end()
  }
}

const mayNotConnect = '42501'

describe('two installations on one cluster', () => {
  it('sign in to their own databases after each started twice, and to no other', async () => {
    const [one, other] = [
      await place('the secret of one installation of two'),
      await place('the secret of the other of the two'),
    ]
    const [mine, theirs] = [await started(one), await started(other)]
    await started(one)
    await started(other)
    for (const [at, roles] of [
      [one, mine],
      [other, theirs],
    ] as const) {
      for (const role of [roles.app, roles.plugin('parcels')]) expect(await signIn(at, at.secret, role)).toBe(role)
    }
    for (const role of [theirs.app, theirs.plugin('parcels')])
      expect(await signIn(one, other.secret, role)).toBe(mayNotConnect)
    for (const role of [mine.app, mine.plugin('parcels')])
      expect(await signIn(other, one.secret, role)).toBe(mayNotConnect)
  })

  it('change no role of a plugin at a start that finds it as it should be, and set what is not', async () => {
    const at = await place('the secret of an installation that finds its roles again')
    const role = (await started(at)).plugin('parcels')
    const seen = async (): Promise<object[]> =>
      asOwner(
        at,
        `select a.xmin::text, s.xmin::text as settings, s.setconfig from pg_authid a
        join pg_db_role_setting s on s.setrole = a.oid where a.rolname = '${role}'`,
      )
    const first = await seen()
    expect(first).toEqual([expect.objectContaining({ setconfig: expect.arrayContaining(['statement_timeout=8000']) })])
    await started(at)
    expect(await seen()).toEqual(first)
    const [{ setconfig }] = first as [{ setconfig: string[] }]
    await asOwner(at, `alter role ${role} nologin`)
    await asOwner(at, `alter role ${role} reset statement_timeout`)
    await started(at)
    expect(await signIn(at, at.secret, role)).toBe(role)
    expect((await seen()) as object[]).toEqual([
      expect.objectContaining({ setconfig: expect.arrayContaining(setconfig) }),
    ])
  })

  it('keep the names that were first chosen', async () => {
    const at = await place('the secret of an installation that starts often')
    expect((await started(at)).app).toBe((await started(at)).app)
  })
})

describe('the database of an installation', () => {
  it('lets in who was granted it by name and nobody else, also after a restore that knows no grants', async () => {
    const at = await place('the secret of an installation that was restored')
    const roles = await started(at)
    const reader = `${roles.app}_reader`
    await asOwner(at, `create role ${reader} login`)
    undo.push(async () => void (await asOwner(at, `drop owned by ${reader}; drop role ${reader}`)))
    const may = async (role: string) =>
      (
        await asOwner<{ may: boolean }>(
          at,
          `select has_database_privilege('${role}', current_database(), 'connect') as may`,
        )
      )[0]!.may
    expect([await may(roles.plugin('parcels')), await may(reader)]).toEqual([true, false])

    const [{ database }] = (await asOwner<{ database: string }>(
      at,
      'select quote_ident(current_database()) as database',
    )) as [{ database: string }]
    await asOwner(
      at,
      `revoke connect on database ${database} from ${roles.app}, ${roles.plugin('parcels')};
      grant connect on database ${database} to public`,
    )
    expect(await may(reader)).toBe(true)
    // Nodes that run while another one starts go on opening connections for their plugins.
    await migrate(at.ownerUrl, at.secret, houseSets())
    expect([await may(roles.app), await may(roles.plugin('parcels')), await may(reader)]).toEqual([true, true, false])

    await asOwner(at, `grant connect on database ${database} to ${reader}`)
    await started(at)
    expect(await may(reader)).toBe(true)
  })
})

describe('an installation that is removed', () => {
  it('leaves no role behind, when those that begin with its id are dropped after its database', async () => {
    const at = await place('the secret of an installation that goes')
    const { installation } = await started(at)
    const beside = { ...at, ownerUrl: inject('cluster').url }
    const named = () =>
      asOwner<{ name: string }>(
        beside,
        `
      select rolname as name from pg_roles where starts_with(rolname, 'recado_${installation}_')`,
      )
    const roles = await named()
    expect(roles).toHaveLength(4)
    await undo.pop()!()
    for (const { name } of roles) await asOwner(beside, `drop role ${name}`)
    expect(await named()).toEqual([])
  })
})

describe('a plugin of an installation', () => {
  const tenant = '0190a0b0-0000-7000-8000-000000000001'
  /** What becomes of an event that a role publishes: stored, or refused with the code of PostgreSQL. */
  const publishing = (at: Parameters<typeof asOwner>[0]) => (role: string, name: string) =>
    asOwner(
      at,
      `begin; set local role ${role}; set local app.tenant = '${tenant}';
      select bus.publish('${tenant}', '${name}', 'k', '{}'); commit`,
    ).then(
      () => 'stored',
      (error: { code: string }) => error.code,
    )

  it('publishes names of its own; who owns its tables publishes none', async () => {
    const at = await place('the secret of an installation with a plugin')
    const roles = await started(at)
    const publishes = publishing(at)
    expect(await publishes(roles.plugin('parcels'), 'parcels.sent.v1')).toBe('stored')
    expect(await publishes(roles.plugin('parcels'), 'parcel.sent.v1')).toBe('42501')
    expect(await publishes(roles.pluginOwner('parcels'), 'parcels.sent.v1')).toBe('42501')
    expect(await publishes(roles.pluginOwner('parcels'), 'ticket.closed.v1')).toBe('42501')
  })

  it('publishes events of the services that it provides, while it provides them; a second plugin does not', async () => {
    const at = await place('the secret of an installation with two plugins')
    const roles = await started(at)
    const starts = (plugin: string, emits: readonly string[]) =>
      migratePlugins({ ...at, roles }, (run) =>
        run(plugin, undefined, serviceEventsOf(emits.map((name) => ({ name })))),
      )
    const answers = (role: string) => publishing(at)(role, 'survey.answered.v1')
    const both = () =>
      Promise.all([
        answers(roles.plugin('parcels')),
        answers(roles.plugin('letters')),
        answers(roles.pluginOwner('parcels')),
      ])
    await starts('letters', ['letters.sent.v1'])
    expect(await both()).toEqual(['42501', '42501', '42501'])
    await starts('parcels', ['parcels.sent.v1', 'survey.answered.v1'])
    expect(await both()).toEqual(['stored', '42501', '42501'])
    await starts('parcels', ['parcels.sent.v1'])
    expect(await both()).toEqual(['42501', '42501', '42501'])
    await starts('parcels', ['survey.answered.v1'])
    await erasePlugin(at.ownerUrl, 'parcels')
    expect(await answers(roles.plugin('parcels'))).toBe('42501')
  })
})

describe('the id of an installation', () => {
  it('outlives a secret that was lost', async () => {
    const at = await place('the secret of an installation that is lost')
    const roles = await started(at)
    await asOwner(at, 'delete from migrations.installation')
    const heir = { ...at, secret: 'the secret that came after the lost one' }
    expect((await started(heir)).installation).toBe(roles.installation)
    expect(await signIn(heir, heir.secret, roles.app)).toBe(roles.app)
  })
})
