import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineRoute, type Acting, type ConnectionContext, type CorePorts, type PluginInfo } from '@recado/contracts'
import * as z from 'zod'
import { AccessService } from '../../core/src/access/access.service.ts'
import { accessRoutes } from '../../core/src/access/access.routes.ts'
import { Client, password } from '../../core/src/access/access.rig.ts'
import { Captcha } from '../../core/src/access/captcha/captcha.ts'
import { captchaIterations } from '../../core/src/access/captcha/solve.rig.ts'
import { Passwords } from '../../core/src/credentials/passwords.ts'
import { Permissions } from '../../core/src/credentials/permissions.ts'
import { RefreshCookie } from '../../core/src/access/refresh-cookie.ts'
import type { EventBus } from '../../core/src/bus/bus.ts'
import { busOfTest } from '../../core/src/bus/bus.rig.ts'
import { systemClock } from '../../core/src/base/clock.ts'
import { listen } from '../../core/src/http/listen.ts'
import { createRateLimiter } from '../../core/src/http/rate.ts'
import { bindRoute, type BoundRoute } from '../../core/src/http/route.ts'
import { createHttp } from '../../core/src/http/server.ts'
import { addressReader } from '../../core/src/http/address.ts'
import { VisitorGate } from '../../core/src/http/visitor-gate.ts'
import { noProxies } from '../../core/src/base/trusted-proxies.ts'
import { graphileJobs } from '../../core/src/jobs/graphile-jobs.ts'
import { diskBlobs } from '../../core/src/media/disk.ts'
import { diskAlone } from '../../core/src/media/placed-blobs.ts'
import { createMediaStore } from '../../core/src/media/store.ts'
import { PluginConnections } from '../../core/src/plugins/plugin-connections.ts'
import { GlobalSettings } from '../../core/src/platform/global-settings.ts'
import { createPluginHost, type Limits, type PluginHost } from '../../core/src/plugins/host.ts'
import { pluginRoutes } from '../../core/src/plugins/plugins.routes.ts'
import { createEgress } from '../../core/src/security/guarded-egress.ts'
import { createVault } from '../../core/src/vault/tenant-vault.ts'
import { SettingsService } from '../../core/src/settings/settings.service.ts'
import { testDatabase, type TestDatabase } from '../harness/database.ts'
import { twoTenants, type TestTenant, type TestUser } from '../harness/tenants.ts'

/*
 * A node with access, bus, vault, media, HTTP and the plugin host, for tests of plugins. Everything is real but core's
 * ports and connections.
 */

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

export interface HostRig {
  readonly database: TestDatabase
  readonly base: string
  readonly bus: EventBus
  readonly host: PluginHost
  readonly a: TestTenant
  readonly b: TestTenant
  /** Companies told to fetch their manifest anew, in order. */
  readonly pushed: string[]
  /** Moves the host's clock. */
  pass(ms: number): void
  signedIn(user: TestUser): Promise<Client>
  anyone(): Client
  /** How an administrator sees a plugin. */
  info(client: Client, id: string): Promise<PluginInfo>
  close(): Promise<void>
}

/** @param folders below tests/plugins */
export async function hostRig(folders: readonly string[], limits: Partial<Limits> = {}): Promise<HostRig> {
  const database = await testDatabase()
  const { db, owner, ownerUrl, appUrl, roles, secret } = database
  const { a, b } = await twoTenants(owner, { passwordHash: await new Passwords().hash(password), channel: 'ledger' })
  const mediaFolder = await mkdtemp(join(tmpdir(), 'recado-media-'))
  let offset = 0
  const clock = { now: () => new Date(Date.now() + offset) }
  const bus = await busOfTest({ db, log: quiet })
  const egress = createEgress()
  const permissions = new Permissions()
  const captcha = new Captcha({ db, clock: systemClock, secret, iterations: captchaIterations })
  const access = new AccessService({
    db,
    bus,
    clock: systemClock,
    secret,
    passwords: new Passwords(),
    permissions,
    pictures: { url: () => null },
    settings: new SettingsService({ db, bus }),
    captcha,
    captchaMode: async () => 'suspicious',
    log: quiet,
  })
  const jobs = graphileJobs({ appUrl, log: quiet })
  const pushed: string[] = []
  const coreRoutes: BoundRoute[] = [
    ...accessRoutes({ access, cookie: new RefreshCookie(undefined) }),
    bindRoute(
      defineRoute({
        method: 'GET',
        path: '/tickets',
        summary: 'Stands for a route of core.',
        access: { kind: 'public' },
        rate: 'read',
        response: z.object({ tickets: z.array(z.string()) }),
      }),
      () => ({ tickets: [] }),
    ),
  ]
  const media = createMediaStore({ db, blobs: diskAlone(diskBlobs(mediaFolder)), secret, clock })
  const host = createPluginHost({
    folders: folders.map((folder) => join(import.meta.dirname, folder)),
    db,
    ownerUrl,
    roles,
    secret,
    databaseConnections: new PluginConnections(4),
    bus,
    jobs,
    vault: createVault(db, secret),
    egress,
    clock,
    log: quiet,
    limits,
    permissions,
    coreRoutes,
    media,
    routeMedia: { users: media, strangers: media },
    visitors: new VisitorGate({ clock }),
    addressOf: addressReader(noProxies, quiet),
    captcha,
    ports: () => ({}) as CorePorts,
    serviceChanged: () => Promise.resolve(),
    subjects: () => Promise.resolve([]),
    acting: () => ({}) as Acting,
    recordAct: () => Promise.resolve(),
    planLimits: () => ({ require: () => Promise.resolve() }),
    globals: new GlobalSettings({ db, bus, secret }),
    realtime: {
      pluginsChanged: (tenantId) => {
        pushed.push(tenantId)
      },
      pluginsReplaced: () => undefined,
    },
    installed: async () => [],
    routing: () => undefined,
    publicUrl: undefined,
    companies: { find: () => Promise.resolve(undefined) },
    connections: {
      create: () => Promise.reject(new Error('no connection is made here')),
      change: () => Promise.reject(new Error('no connection is changed here')),
      remove: () => Promise.reject(new Error('no connection is deleted here')),
      list: async (tenantId, plugin) => owner`
        select id, name, type, status, is_active as "isActive"
          from core.connection
         where tenant_id = ${tenantId} and plugin = ${plugin}`,
      async lookup(id) {
        const [row] = await owner<
          { tenant_id: string; plugin: string; is_active: boolean; name: string }[]
        >`select tenant_id, plugin, is_active, name from core.connection where id = ${id}`
        return (
          row && {
            tenantId: row.tenant_id,
            plugin: row.plugin,
            active: row.is_active,
            context: () => ({ connection: id, name: row.name }) as ConnectionContext<Record<string, unknown>>,
          }
        )
      },
    },
  })
  await host.start()
  await jobs.start()
  const http = createHttp({
    log: quiet,
    metrics: { request: () => undefined },
    authenticator: access,
    permits: (viewer, permission) => viewer.can(permission),
    rate: createRateLimiter(),
    config: { publicUrl: undefined },
    beforeHandle: (route, caller) => host.admit(route, caller),
  })
  http.setRoutes([
    ...coreRoutes,
    ...pluginRoutes({
      host,
      timeZone: () => Promise.resolve('America/Sao_Paulo'),
      streamOf: () => ({ epoch: 'none', seq: 0 }),
      isConfirmed: () => true,
    }),
    ...host.routes(),
  ])
  const listener = await listen(http, { host: '127.0.0.1', port: 0 })
  const base = `http://127.0.0.1:${listener.port}`
  return {
    database,
    base,
    bus,
    host,
    a,
    b,
    pushed,
    pass: (ms) => {
      offset += ms
    },
    anyone: () => new Client(base),
    async signedIn(user) {
      const client = new Client(base)
      const { status, body } = await client.login(user)
      if (status !== 200) throw new Error(`${user.email} could not sign in: ${status} ${body.error}`)
      return client
    },
    async info(client, id) {
      const { body } = await client.call<{ plugins: PluginInfo[] }>('GET', '/api/plugins')
      const found = body.plugins.find((plugin) => plugin.id === id)
      if (!found) throw new Error(`the plugins page does not show ${id}`)
      return found
    },
    async close() {
      await listener.close(0)
      await host.close()
      await jobs.close()
      await bus.close()
      access.close()
      await egress.close()
      await database.drop()
      await rm(mediaFolder, { recursive: true, force: true })
    },
  }
}
