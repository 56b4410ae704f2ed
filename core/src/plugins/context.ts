import type {
  Acting,
  CallingToken,
  CorePorts,
  EventDefinition,
  Logger,
  PlanLimits,
  PluginContext,
  PluginModule,
  PublicContext,
  TenantId,
  Viewer,
} from '@recado/contracts'
import type * as z from 'zod'
import type { Captcha } from '../access/captcha/captcha.ts'
import type { EventBus } from '../bus/bus.ts'
import type { Database } from '../db/database.ts'
import type { VisitorGate } from '../http/visitor-gate.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { MediaStore } from '../media/media.ts'
import type { DeclaredFacts } from '../platform/declared-settings.ts'
import type { GlobalSettings } from '../platform/global-settings.ts'
import type { Vault } from '../vault/vault.ts'
import type { PortUser } from './attribute-port.ts'
import { connectionsOf, type ConnectionLookup } from './connection-lookup.ts'
import type { RunningPlugin } from './installed-plugin.ts'
import type { ActRecorder } from './recorded-acts.ts'
import type { Passes } from './socket-passes.ts'
import { secretsIn } from '../vault/secrets.ts'
import { captchaPort, mediaPort } from './stranger-ports.ts'
import { topicsIn } from '../bus/scoped-topics.ts'
import type { CompanyFacts } from './company-facts.ts'
import { pluginScope } from './plugin-names.ts'

/** Parts of contexts. */
export interface ContextParts {
  readonly db: Database
  readonly bus: EventBus
  readonly jobs: Jobs
  readonly vault: Vault
  readonly media: MediaStore
  /** The same files for what people put in by routes, within the company's storage: users, and who is not signed in. */
  readonly routeMedia: { readonly users: MediaStore; readonly strangers: MediaStore }
  readonly visitors: VisitorGate
  readonly captcha: Pick<Captcha, 'challenge' | 'judge'>
  readonly log: Logger
  readonly connections: ConnectionLookup
  /** With a viewer, what core answers is masked as it is for them; `program` calls with a token of theirs. */
  readonly ports: (tenantId: string, plugin: PortUser, viewer?: Viewer, program?: CallingToken | null) => CorePorts
  /** Address of this installation for systems outside. */
  readonly publicUrl: string | undefined
  /** Acts in a user's own name; see {@link actingAs}. */
  readonly acting: (viewer: Viewer, program: CallingToken | null) => Acting
  readonly recordAct: ActRecorder
  readonly planLimits: (tenantId: string) => PlanLimits
  readonly globals: Pick<GlobalSettings, 'declaredFacts'>
  readonly passes: Passes
}

export const taskName = (plugin: string, job: string): string => `plugin:${plugin}:${job}`

/** All a plugin can reach while it works for one company. Cheap: made for each call, with the signal of that call. */
export function pluginContext(
  plugin: RunningPlugin,
  tenantId: string,
  company: CompanyFacts,
  installation: DeclaredFacts,
  signal: AbortSignal,
  parts: ContextParts,
): PluginContext {
  const { id, definition, pool } = plugin
  const { db, bus, jobs, media } = parts
  const { target, ...facts } = company
  return {
    tenant: tenantId as TenantId,
    ...facts,
    ...installation,
    signal,
    log: parts.log,
    secrets: secretsIn(parts.vault, tenantId, id, pluginScope, target),
    db: pool.forTenant(tenantId),
    core: parts.ports(tenantId, definition),
    media: mediaPort(media, tenantId),
    topics: topicsIn(bus, id, tenantId),
    passes: { for: (subject) => parts.passes.issue(id, tenantId, subject) },
    connections: connectionsOf(parts.connections, tenantId, definition, signal),
    publicUrl: parts.publicUrl === undefined ? null : new URL(parts.publicUrl),
    limits: parts.planLimits(tenantId),
    fetch: signalled(plugin.fetchFor({ ...company.settings, ...installation.platformSettings }), signal),
    connect: (host, port, caller) =>
      plugin.connectFor({ ...company.settings, ...installation.platformSettings })(
        host,
        port,
        caller ? AbortSignal.any([caller, signal]) : signal,
      ),
    async publish(event, payload, { key }) {
      const data = accepted(declaredEvent(definition, event).schema, payload, `event ${event.name}`)
      if (await pool.publishWithin(tenantId, event.name, key, JSON.stringify(data))) return
      await db.tenant(tenantId, (tx) => bus.publishChecked(tx, { tenantId, name: event.name, key, data }))
      bus.poke()
    },
    async enqueue(job, data, { runAt, key } = {}) {
      const schema = definition.jobs[job] as z.ZodType | undefined
      if (!schema) throw new TypeError(`${id} declares no job ${job}`)
      const checked = accepted(schema, data, `job ${job}`)
      const within = { data: JSON.stringify(checked ?? null), runAt, key, cancels: false }
      if (await pool.jobWithin(tenantId, taskName(id, job), within)) {
        if (runAt) jobs.wakeAt(runAt)
        return
      }
      await db.tenant(tenantId, (tx) =>
        jobs.enqueue(tx, {
          task: taskName(id, job),
          tenantId,
          data: checked,
          ...(runAt && { runAt }),
          ...(key !== undefined && { key }),
        }),
      )
    },
    async cancel(job, key) {
      const task = taskName(id, job)
      if (await pool.jobWithin(tenantId, task, { key, cancels: true })) return
      await db.tenant(tenantId, (tx) => jobs.cancel(tx, { tenantId, task, key }))
    },
  }
}

/** In a public route nobody is known: nothing of any company is in reach. */
export const publicContext = (
  plugin: RunningPlugin,
  signal: AbortSignal,
  { log, captcha }: Pick<ContextParts, 'log' | 'captcha'>,
): PublicContext => ({
  log,
  signal,
  captcha: captchaPort(captcha, plugin.id),
  fetch: signalled(plugin.fetchFor({}), signal),
})

/** Ends a request with its work, independent of any other signal that the plugin gives it. */
export const signalled =
  (bound: typeof fetch, signal: AbortSignal): typeof fetch =>
  (input, init) =>
    bound(input, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, signal]) : signal })

function declaredEvent(definition: PluginModule['definition'], event: EventDefinition): EventDefinition {
  const declared = (definition.emits as readonly EventDefinition[]).find((candidate) => candidate.name === event.name)
  if (!declared) throw new TypeError(`${definition.id} does not declare the event ${event.name}`)
  return declared
}

/** Checks a value to be stored and passes it on unparsed: the receiver parses it again. */
function accepted(schema: z.ZodType, value: unknown, what: string): unknown {
  const parsed = schema.safeParse(value)
  if (!parsed.success)
    throw new TypeError(
      `the payload of ${what} does not match its schema: ` +
        `${parsed.error.issues.map((issue) => `${issue.path.join('.') || 'value'}: ${issue.message}`).join('; ')}`,
    )
  return value
}
