import { join } from 'node:path'
import { Refusal, type Logger } from '@recado/contracts'
import { pino } from 'pino'
import postgres from 'postgres'
import { generatedPassword } from './access/generated-password.ts'
import { Passwords } from './credentials/passwords.ts'
import { createApp } from './app.ts'
import type { App } from './composition/running-app.ts'
import { demoPages, openDemoConnections } from './channels/first-connections.ts'
import { ConfigError, loadConfig, ownAddress, type Config } from './base/config.ts'
import { judgeBudget } from './base/connection-budget.ts'
import { startEmbedded } from './db/embedded.ts'
import { houseSets } from './db/house.ts'
import { migrate } from './db/migrate.ts'
import { roleUrl, type InstallationRoles } from './db/roles.ts'
import { roomOf } from './db/server-room.ts'
import { migrateJobs } from './jobs/migrate-jobs.ts'
import { NodeStop, type StartedNode } from './node-stop.ts'
import { createLog } from './observability/log.ts'
import { watchPublicUrl } from './http/public-address.ts'
import { productVersion } from './base/product-version.ts'
import { publicUrlNotice } from './public-url-notice.ts'
import { databaseFailure, startFailure } from './start-failure.ts'
import { onStopRequest } from './stop-requests.ts'
import { createTenant } from './tenants/create-tenant.ts'

/**
 * Starts one node: database, migrations, first company, server. Everything a person should read goes to the terminal as
 * sentences.
 */

const root = join(import.meta.dirname, '..', '..')
const say = (line: string): void => void process.stdout.write(`${line}\n`)
/** Writing to a closed terminal fails; the node drains all the same. */
const ignore = (): void => undefined
process.stdout.on('error', ignore)
process.stderr.on('error', ignore)
const logLines = pino.destination(2)
logLines.on('error', ignore)

async function start(config: Config, stop: NodeStop): Promise<StartedNode> {
  const log = createLog(config.logLevel, logLines)
  const embedded =
    config.databaseUrl === undefined
      ? await startEmbedded({
          dataDir: config.dataDir,
          secret: config.secret,
          log: say,
          onLost: (error) => {
            say(error.message)
            process.exit(1)
          },
        })
      : undefined
  const ownerUrl = config.databaseUrl ?? embedded!.url
  try {
    stop.signal.throwIfAborted()
    const roles = await prepareDatabase(ownerUrl, config.secret).catch((error: unknown) => {
      throw embedded ? error : databaseFailure(error)
    })
    await requireRoom(ownerUrl, config.databaseConnections, log)
    stop.signal.throwIfAborted()
    let password: string | undefined
    const app = await createApp({
      ownerUrl,
      appUrl: roleUrl(ownerUrl, config.secret, roles.app),
      roles,
      natsUrl: config.natsUrl,
      connections: config.databaseConnections,
      secret: config.secret,
      dataDir: config.dataDir,
      bucket: config.bucket,
      host: config.host,
      port: config.port,
      publicUrl: config.publicUrl,
      trustedProxies: config.trustedProxies,
      version: productVersion(),
      pluginFolders: [join(root, 'plugins'), join(config.dataDir, 'plugins')],
      pluginSignatures: config.pluginSignatures,
      demoProgram: config.demoProgram,
      shellDist: join(root, 'shell/dist'),
      egress: { allow: config.reachableNetworks },
      log,
      onHopeless: () => stop.giveUp(),
      beforeReady: async (started) => {
        stop.signal.throwIfAborted()
        password = await firstCompany(ownerUrl, config, started)
      },
    })
    await welcome(config, ownerUrl, app, password, log)
    const { publicUrl, secret } = config
    const watch = publicUrl === undefined ? undefined : watchPublicUrl({ publicUrl, secret, log })
    return {
      async stop(grace) {
        watch?.stop()
        const left = await app.close(grace)
        await embedded?.stop()
        return left.length === 0
      },
    }
  } catch (error) {
    await embedded?.stop()
    throw error
  }
}

async function prepareDatabase(ownerUrl: string, secret: string): Promise<InstallationRoles> {
  const roles = await migrate(ownerUrl, secret, houseSets(), say)
  await migrateJobs(ownerUrl, roles)
  return roles
}

/** @throws ConfigError when the server has not even room for this node */
async function requireRoom(ownerUrl: string, budget: number, log: Logger): Promise<void> {
  const { refusal, warning } = judgeBudget(budget, await roomOf(ownerUrl))
  if (refusal !== undefined) throw new ConfigError(refusal)
  if (warning === undefined) return
  say(warning)
  log.warn({ budget }, warning)
}

/** Says where to go, and how the first administrator signs in when this start made the company. */
async function welcome(
  config: Config,
  ownerUrl: string,
  app: App,
  password: string | undefined,
  log: Logger,
): Promise<void> {
  const address = ownAddress(config.publicUrl, config.host, app.port)
  const sql = postgres(ownerUrl, { max: 1, onnotice: () => undefined })
  try {
    say(`Recado is ready: ${address}`)
    say(
      password === undefined
        ? `Sign in with the account you have; the first one is ${config.adminEmail}`
        : `Sign in as ${config.adminEmail} with the password ` +
            `${password}${config.adminPassword === undefined ? ' (shown only now)' : ''}`,
    )
    // The node runs: it serves on where the database has just gone away.
    const pages = await demoPages(sql, app.plugins.channels.all()).catch((error: unknown) => {
      log.warn({ err: error }, 'the pages on which channels are tried could not be listed')
      return []
    })
    for (const page of pages) say(`Be the customer: ${address}${page.path}`)
    const notice = publicUrlNotice(config, address)
    if (notice !== undefined) say(notice)
  } finally {
    await sql.end()
  }
}

/** Makes the first company when there is none; answers the password of its administrator then. */
async function firstCompany(ownerUrl: string, config: Config, app: App): Promise<string | undefined> {
  const sql = postgres(ownerUrl, { max: 1, onnotice: () => undefined })
  try {
    const [known] = await sql`select 1 from core.tenant limit 1`
    if (known) return undefined
    const password = config.adminPassword ?? generatedPassword()
    const passwordHash = await new Passwords().choose(password, [config.adminEmail]).catch((error: unknown) => {
      throw Refusal.is(error)
        ? new ConfigError(
            'RECADO_ADMIN_PASSWORD is a common password, or made of RECADO_ADMIN_EMAIL; choose another one, or ' +
              'leave it unset to have one made',
            { cause: error },
          )
        : error
    })
    const company = await makeFirstCompany(sql, config.adminEmail, passwordHash)
    // Another node of the same first start was faster, and prints its password.
    if (!company) return undefined
    await openDemoConnections(sql, company.tenantId, company.queueId, app.plugins.channels.all())
    await app.openConnections()
    return password
  } finally {
    await sql.end()
  }
}

interface FirstCompany {
  readonly tenantId: string
  readonly queueId: string
}

function makeFirstCompany(sql: postgres.Sql, email: string, passwordHash: string): Promise<FirstCompany | undefined> {
  return sql.begin(async (tx) => {
    // Nodes that start together make one company.
    await tx`select pg_advisory_xact_lock(hashtextextended('recado first company', 0))`
    const [known] = await tx`select 1 from core.tenant limit 1`
    if (known) return undefined
    const admin = { name: 'Administração', email, passwordHash }
    const created = await createTenant(tx, { name: 'Empresa de demonstração', queue: 'Atendimento', admin })
    // The owner alone makes a master, and an owner that is no superuser is subject to row-level security too.
    await tx`select set_config('app.tenant', ${created.tenantId}, true)`
    await tx`
      update core.user_account set is_master = true where tenant_id = ${created.tenantId} and id = ${created.adminId}`
    return created
  })
}

let stop: NodeStop | undefined
try {
  const config = loadConfig(process.env)
  stop = new NodeStop({ graceMs: config.drainSeconds * 1_000, exit: (code) => process.exit(code), say })
  onStopRequest(process, stop)
  // Listening for its end must not keep the process alive.
  process.channel?.unref()
  stop.started(await start(config, stop))
} catch (error) {
  if (stop?.signal.aborted && error === stop.signal.reason) process.exit(0)
  const sentence = startFailure(error)
  if (sentence === undefined) throw error
  say(sentence)
  process.exit(1)
}
