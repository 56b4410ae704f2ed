import {
  answeredRefusal,
  type CallingToken,
  mint,
  permissionName,
  corePermissions,
  Refusal,
  settingsForm,
  type SettingsFound,
  type AutomationSubject,
  type ChannelSpec,
  type ConnectionContext,
  type ConnectionId,
  type ContactFootprint,
  type ContactId,
  type EventDefinition,
  type Locale,
  type PluginContext,
  type PluginModule,
  type QueueId,
  type ResponderDecision,
  type ResponderTurn,
  type Role,
  type RouteSpec,
  type ServiceCall,
  type ServiceCallOptions,
  type ServiceInput,
  type ServiceMethodName,
  type ServiceOutput,
  type TenantId,
  type UploadedFile,
  type UserId,
  type Viewer,
} from '@recado/contracts'
import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { memoryMedia, type MemoryMedia } from '../connection/memory-media.ts'
import { memoryTopics, type MemoryTopics } from '../connection/memory-topics.ts'
import { enteredHosts, routesWith } from '../connection/entered-hosts.ts'
import { lineThrough } from '../connection/routed-line.ts'
import { routedFetch, type RequestMade } from '../connection/routed-fetch.ts'
import { testConnection, type LogLine, type TestConnection } from '../connection/test-connection.ts'
import { actingInMemory } from './acting-in-memory.ts'
import { tokensInMemory, type IssuedToken } from './tokens-in-memory.ts'
import { askCondition, automationInMemory, doAction } from './automation-in-memory.ts'
import { coreInMemory, requiredUse, type MemoryCore } from './core-in-memory.ts'
import { askResponder, callService } from './responders-in-memory.ts'
import type { InstallationFacts } from './entered-platform.ts'
import type { HostDatabase } from './host-database.ts'
import { matchRoute } from './match-route.ts'
import { MemoryPasses, openSocket, type TestSocket } from './sockets-in-memory.ts'
import { visitorsInMemory, type MemoryVisitors } from './visitors-in-memory.ts'

/**
 * Options of a call of a route beside method and path. `role` signs a user of that role in; null calls without a
 * session.
 */
export interface AskOptions {
  readonly body?: unknown
  readonly query?: Readonly<Record<string, string | readonly string[]>>
  readonly headers?: Readonly<Record<string, string>>
  readonly files?: readonly UploadedFile[]
  readonly role?: Role | null
  readonly userId?: UserId
  readonly queueIds?: readonly QueueId[]
  readonly locale?: Locale
}
/** `body` is what would go over the wire: JSON, the Response of a route of bytes, the events of a stream. */
export interface HostAnswer {
  readonly status: number
  readonly body: unknown
}

/** Options of a run of an action: without a user, or with `role` for a user of that role; with the same `key` again. */
export interface ActOptions {
  readonly role?: Role
  readonly userId?: UserId
  readonly key?: string
}

/** A job that is to be run. The same key replaces one that has not begun. */
export interface WaitingJob {
  readonly job: string
  readonly data: unknown
  readonly runAt?: Date
  readonly key?: string
}
/** An event that the plugin has published. */
export interface PublishedEvent {
  readonly name: string
  readonly key: string
  readonly data: unknown
}

/** Parts that the companies of one host share. */
export interface HostParts {
  readonly plugin: PluginModule
  readonly database: HostDatabase | undefined
  readonly hosts: Readonly<Record<string, string>>
  installation(): InstallationFacts
}

type Handlers = Readonly<Record<string, (...args: never[]) => unknown>>
const mostJobs = 1_000
const footprintOf = (contact: string, given: Partial<ContactFootprint>): ContactFootprint => ({
  contacts: [mint<ContactId>(contact)],
  identities: [],
  chats: [],
  ...given,
})

/** One company with the plugin enabled. Everything it holds is its own but the database, which is one for all. */
export class TestCompany {
  readonly tenant = mint<TenantId>(randomUUID())
  readonly core: MemoryCore
  readonly media: MemoryMedia = memoryMedia()
  readonly topics: MemoryTopics = memoryTopics()
  readonly visitors: MemoryVisitors = visitorsInMemory()
  readonly passes = new MemoryPasses()
  readonly logs: LogLine[] = []
  readonly requests: RequestMade[] = []
  readonly events: PublishedEvent[] = []
  readonly jobs: WaitingJob[] = []
  readonly connections = new Map<
    ConnectionId,
    TestConnection<Record<string, unknown>> & { readonly type: string; readonly name: string }
  >()
  /** Inputs and outputs, for the comparison of companies. */
  readonly told: unknown[] = []
  readonly said: unknown[] = []
  readonly #parts: HostParts
  #values: Record<string, unknown> = {}
  #saved: Record<string, unknown> | undefined
  readonly #secrets = new Map<string, string>()

  constructor(parts: HostParts) {
    this.#parts = parts
    this.core = coreInMemory(
      parts.plugin.definition,
      automationInMemory(
        parts.plugin,
        () => this.core,
        () => this.context(),
      ),
    )
  }

  get #plugin(): PluginModule {
    return this.#parts.plugin
  }
  get secrets(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#secrets)
  }

  /** Saves the plugin's settings as an administrator does, secrets among them. Refuses what the form refuses. */
  save(input: Readonly<Record<string, unknown>>): void {
    this.told.push(input)
    const { definition } = this.#plugin
    const { values, secrets, erased } = settingsForm(definition.settings as z.ZodObject, definition).split(
      input,
      this.secrets,
      this.#saved,
    )
    this.#saved = values
    this.#values = JSON.parse(JSON.stringify(values)) as Record<string, unknown>
    for (const [name, value] of Object.entries(secrets)) this.#secrets.set(name, value)
    for (const name of erased) this.#secrets.delete(name)
  }

  /** Adds a connection of one of the plugin's channels. */
  connect(
    type: string,
    {
      config,
      secrets = {},
      name = type,
    }: { config: Record<string, unknown>; secrets?: Readonly<Record<string, string>>; name?: string },
  ): TestConnection<Record<string, unknown>> {
    const spec = Object.values(this.#plugin.definition.channels as Record<string, ChannelSpec>).find(
      (each) => each.type === type,
    )
    if (!spec) throw new Refusal('ERR_CHANNEL_TYPE_UNKNOWN')
    this.told.push(config, secrets)
    const made = testConnection({ spec, config, secrets, name, hosts: this.#parts.hosts })
    const connection = Object.assign(made, {
      type,
      name,
      ctx: { ...made.ctx, tenant: this.tenant, plugin: async () => this.context() },
    })
    this.connections.set(made.ids.connection, connection)
    return connection
  }

  /**
   * Calls a route: `/p/<id>/…`, or a path that it claims. Answers as HTTP would; a refusal is `{ error }` with its
   * status.
   */
  async ask(method: RouteSpec['method'], path: string, options: AskOptions = {}): Promise<HostAnswer> {
    this.told.push({ path, ...options, files: options.files?.map(({ name }) => name) })
    const answer = await this.#answer(method, path, options).catch((error: unknown): HostAnswer => {
      const refusal = Refusal.is(error) ? answeredRefusal(error, this.#parts.plugin.definition.errors) : undefined
      if (refusal) return { status: refusal.status, body: { error: refusal.code, ...refusal.facts } }
      this.logs.push({ level: 'error', facts: { err: error }, message: 'a route failed' })
      return { status: 500, body: { error: 'ERR_PLUGIN_FAILED' } }
    })
    this.said.push(answer)
    return answer
  }

  /**
   * Opens a socket: `/p/<id>/…`, or a path that it claims. Passes that this company gave out are known, and no others.
   * @throws Refusal ERR_NOT_FOUND for a path without a socket
   */
  async openSocket(path: string): Promise<TestSocket> {
    this.told.push({ path })
    const socket = await openSocket(
      {
        plugin: this.#plugin,
        passes: this.passes,
        context: () => this.context(),
        failed: (error) => this.logs.push({ level: 'error', facts: { err: error }, message: 'a socket failed' }),
      },
      path,
    )
    this.said.push(socket.told)
    return socket
  }

  /** Delivers an event to every handler that consumes it, `times` times: delivery is at least once. */
  async deliver(event: EventDefinition, payload: unknown, { times = 1 } = {}): Promise<void> {
    this.told.push(payload)
    const { definition, implementation } = this.#plugin
    const id = randomUUID()
    for (let attempt = 1; attempt <= times; attempt++) {
      for (const [name, wanted] of Object.entries(definition.on as Record<string, EventDefinition>)) {
        if (wanted.name === event.name)
          await (implementation.on as Handlers)[name]!(
            wanted.schema.parse(JSON.parse(JSON.stringify(payload))) as never,
            this.context() as never,
            { id, attempt, mayRepeat: attempt > 1 } as never,
          )
      }
    }
  }

  /** Runs what was enqueued, and what that enqueues, whenever it was meant to run; answers how many jobs that were. */
  async work(): Promise<number> {
    const { definition, implementation } = this.#plugin
    let done = 0
    for (let next = this.jobs.shift(); next; next = this.jobs.shift()) {
      if (++done > mostJobs) throw new Error(`the plugin enqueues jobs without end: ${next.job}`)
      const schema = (definition.jobs as Record<string, z.ZodType>)[next.job]!
      await (implementation.jobs as Handlers)[next.job]!(
        schema.parse(JSON.parse(JSON.stringify(next.data))) as never,
        this.context() as never,
        { attempt: 1 } as never,
      )
    }
    return done
  }

  /**
   * Evaluates a condition that the plugin contributes, with input as a user enters it. Throws the exception of the
   * condition, and Refusal ERR_VALIDATION for an input that does not fit.
   */
  async test(
    condition: string,
    input: Readonly<Record<string, unknown>>,
    subjects: readonly AutomationSubject[],
  ): Promise<readonly boolean[]> {
    this.told.push(input, subjects)
    const answers = await askCondition(this.#plugin, condition, input, subjects, this.context())
    this.said.push(answers)
    return answers
  }

  /**
   * Has an action done that the plugin contributes. Throws what it throws, and Refusal ERR_VALIDATION for an input that
   * does not fit.
   */
  async act(
    action: string,
    input: Readonly<Record<string, unknown>>,
    subject: AutomationSubject,
    { role, userId = mint<UserId>(randomUUID()), key = randomUUID() }: ActOptions = {},
  ): Promise<void> {
    this.told.push(input, subject)
    if (role === undefined) return doAction(this.#plugin, action, input, subject, this.context(), key)
    const viewer = this.#viewer({ role, userId })
    const lease = { isOver: false }
    try {
      await doAction(
        this.#plugin,
        action,
        input,
        subject,
        {
          ...this.context(),
          viewer,
          acting: actingInMemory(this.core, viewer, this.#plugin.definition, () => lease.isOver),
        },
        key,
      )
    } finally {
      lease.isOver = true
    }
  }

  /**
   * Asks a responder of the plugin, which has the ticket from then on unless it decides otherwise. Throws what it
   * throws, and Refusal ERR_VALIDATION for an input that does not fit.
   */
  async respond(
    responder: string,
    input: Readonly<Record<string, unknown>>,
    turn: ResponderTurn,
    { key = randomUUID() }: { readonly key?: string } = {},
  ): Promise<ResponderDecision> {
    this.told.push(input, turn)
    const { respondersOf } = this.core
    const decision = await askResponder(this.#plugin, respondersOf, responder, input, turn, this.context(), key)
    this.said.push(decision)
    return decision
  }

  /**
   * Calls a service that the plugin provides, at the work of another plugin (`caller`), or of core. `onPiece` is given
   * what it tells while it runs.
   */
  async serve<N extends ServiceMethodName>(
    method: N,
    input: ServiceInput<N>,
    { caller = null, onPiece }: Partial<Pick<ServiceCall, 'caller'>> & Pick<ServiceCallOptions, 'onPiece'> = {},
  ): Promise<ServiceOutput<N>> {
    this.told.push(input)
    const answer = await callService(this.#plugin, method, input, this.context(), { caller, onPiece })
    this.said.push(answer)
    return answer as ServiceOutput<N>
  }

  enable(): Promise<void> {
    return Promise.resolve(this.#plugin.implementation.lifecycle?.enable?.(this.context() as never))
  }
  /** As before an administrator's settings are saved, with those that the company has. */
  async check(secrets: readonly string[]): Promise<SettingsFound | undefined> {
    return this.#plugin.implementation.lifecycle?.check?.(this.context() as never, secrets)
  }
  /** As after an administrator has saved the settings. */
  configure(): Promise<void> {
    return Promise.resolve(this.#plugin.implementation.lifecycle?.configure?.(this.context() as never))
  }
  disable(): Promise<void> {
    return Promise.resolve(this.#plugin.implementation.lifecycle?.disable?.(this.context() as never))
  }
  /**
   * Makes the plugin erase everything it holds about one contact. The footprint gives the contact's identities; their
   * own id is added.
   */
  forget(contact: string, footprint: Partial<ContactFootprint> = {}): Promise<void> {
    return Promise.resolve(
      this.#plugin.implementation.lifecycle?.forget?.(
        this.context() as never,
        contact,
        footprintOf(contact, footprint),
      ),
    )
  }
  /** Gets everything that the plugin holds about one contact. */
  export(contact: string, footprint: Partial<ContactFootprint> = {}): Promise<unknown> {
    return Promise.resolve(
      this.#plugin.implementation.lifecycle?.export?.(
        this.context() as never,
        contact,
        footprintOf(contact, footprint),
      ),
    )
  }

  /** The context of the plugin's handlers, for functions of the plugin that take a part of it. */
  context(): PluginContext {
    const { definition } = this.#plugin
    const settings = settingsForm(definition.settings as z.ZodObject).read(this.#values)
    const installation = this.#parts.installation()
    const line =
      (level: LogLine['level']) =>
      (facts: object, message: string): void => {
        this.logs.push({ level, facts, message })
      }
    const routes = routesWith(
      this.#parts.hosts,
      enteredHosts(definition.egressFrom, { ...settings, ...installation.platformSettings }),
    )
    return {
      // Licences are core's: a plugin's own tests run with everything.
      tenant: this.tenant,
      tier: 'premium',
      settings,
      ...installation,
      core: this.core,
      media: this.media,
      topics: this.topics,
      passes: this.passes,
      signal: new AbortController().signal,
      secrets: {
        get: async (name) => this.#secrets.get(name),
        set: async (name, value) => {
          this.#secrets.set(name, value)
        },
        ensure: async (name, make) => {
          const secret = this.#secrets.get(name) ?? make()
          this.#secrets.set(name, secret)
          return secret
        },
        delete: async (name) => {
          this.#secrets.delete(name)
        },
      },
      log: { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') },
      fetch: routedFetch(routes, (request) => this.requests.push(request)),
      connect: lineThrough(routes),
      db: this.#parts.database?.forTenant(this.tenant) ?? {
        transaction: () => Promise.reject(new Error('the plugin has no migrations, so it has no tables')),
      },
      limits: {
        require: async (tx, _kind, countActive) => {
          await countActive(tx)
        },
      },
      connections: {
        list: async () =>
          [...this.connections.values()].map(
            ({ ids, name, type }) => ({ id: ids.connection, name, type, status: 'connected', isActive: true }) as const,
          ),
        get: async (connection) => this.connections.get(connection)?.ctx,
        create: async ({ type, name, config = {} }) =>
          this.connect(type, { config: { ...config }, name }).ids.connection,
        change: async (connection, { name, config }) => {
          const before = this.connections.get(connection)
          if (!before) throw new Refusal('ERR_NO_WAPP_FOUND')
          const ctx = { ...before.ctx, ...(config && { config }), ...(name !== undefined && { name }) }
          this.connections.set(connection, { ...before, name: ctx.name, ctx })
        },
        remove: async (connection) => {
          if (!this.connections.delete(connection)) throw new Refusal('ERR_NO_WAPP_FOUND')
        },
      },
      publicUrl: new URL('https://recado.test'),
      publish: async (event, payload, { key }) => {
        const { name, schema } = event as EventDefinition
        if (!(definition.emits as readonly EventDefinition[]).some((each) => each.name === name))
          throw new TypeError(`${definition.id} does not declare the event ${name}`)
        schema.parse(payload)
        this.events.push({ name, key, data: JSON.parse(JSON.stringify(payload)) as unknown })
      },
      enqueue: async (job, data, { runAt, key } = {}) => {
        const schema = (definition.jobs as Record<string, z.ZodType>)[job]
        if (!schema) throw new TypeError(`${definition.id} declares no job ${job}`)
        schema.parse(data)
        const known = key === undefined ? -1 : this.jobs.findIndex((each) => each.job === job && each.key === key)
        this.jobs.splice(known < 0 ? this.jobs.length : known, known < 0 ? 0 : 1, {
          job,
          data,
          ...(runAt && { runAt }),
          ...(key !== undefined && { key }),
        })
      },
      cancel: async (job, key) => {
        const known = this.jobs.findIndex((each) => each.job === job && each.key === key)
        if (known >= 0) this.jobs.splice(known, 1)
      },
    }
  }

  async #answer(
    method: string,
    path: string,
    {
      body,
      query = {},
      headers = {},
      files = [],
      role = 'admin',
      userId = mint<UserId>(randomUUID()),
      queueIds = [],
      locale = 'en',
    }: AskOptions,
  ): Promise<HostAnswer> {
    const { definition, implementation } = this.#plugin
    const { name, route, params } = matchRoute(definition, method, path)
    const lease = { isOver: false }
    const admitted = this.#admit(
      route,
      params,
      { role, isOver: () => lease.isOver },
      this.#viewer({ role, userId, queueIds, locale }),
      new Headers(headers),
    )
    const request = {
      params: checked(route.params, params, 'params'),
      query: checked(route.query, query, 'query'),
      body: route.body
        ? checked(route.body, body === undefined ? undefined : JSON.parse(JSON.stringify(body)), 'body')
        : {},
      files,
      headers: new Headers(headers),
      ip: '192.0.2.1',
      url: new URL(path, 'https://recado.test'),
      requestId: randomUUID(),
      lastEventId: headers['last-event-id'],
      signal: new AbortController().signal,
    }
    let answer: unknown
    try {
      answer = await (implementation.routes as Handlers)[name]!(request as never, admitted as never)
    } finally {
      lease.isOver = true
    }
    const { status = 200, response } = route
    if (response === 'bytes') return { status: (answer as Response).status, body: answer }
    if (response === 'stream' || status === 204) return { status, body: status === 204 ? undefined : answer }
    const parsed = response.safeParse(answer)
    if (!parsed.success) throw new TypeError(`the answer does not match its schema: ${z.prettifyError(parsed.error)}`)
    return { status, body: JSON.parse(JSON.stringify(parsed.data)) as unknown }
  }

  /** The context of the caller, or the refusal of the product's gate. */
  #admit(
    route: RouteSpec,
    params: Readonly<Record<string, string>>,
    { role, isOver }: { role: Role | null; isOver(): boolean },
    viewer: Viewer,
    headers: Headers,
  ): unknown {
    switch (route.access.kind) {
      case 'public': {
        const { log, fetch, signal } = this.context()
        return { log, fetch, signal, captcha: this.visitors.captcha }
      }
      case 'connection': {
        const connection = this.connections.get(params['connectionId'] as ConnectionId)
        if (!connection) throw new Refusal('ERR_NOT_FOUND')
        return {
          ...this.context(),
          connection: connection.ctx satisfies ConnectionContext<Record<string, unknown>>,
          visitors: this.visitors.port,
          captcha: this.visitors.captcha,
        }
      }
      case 'company':
        if (params['company'] !== 'company') throw new Refusal('ERR_NOT_FOUND')
        return this.context()
      case 'key': {
        const { header } = route.access
        const text = header === undefined ? headers.get('authorization')?.replace(/^Bearer /, '') : headers.get(header)
        const key = this.core.issued.get(text ?? '')
        if (!key) throw new Refusal('ERR_TOKEN_REFUSED')
        return { ...this.context(), key: { id: key.id, holder: key.holder } }
      }
      case 'session': {
        const text = headers.get('authorization')?.replace(/^Bearer /, '')
        const token = text === undefined ? undefined : this.core.tokensIssued.get(text)
        if (text !== undefined && (!token || Date.parse(token.expiresAt) <= Date.now()))
          throw new Refusal('ERR_TOKEN_REFUSED')
        if (!token && role === null) throw new Refusal('ERR_SESSION_ENDED')
        const caller = token ? this.#program(token, viewer) : viewer
        if (!caller.can(route.access.permission)) throw new Refusal('ERR_NO_PERMISSION')
        return this.#forUser(caller, token ? { id: token.id, name: token.name } : null, isOver)
      }
    }
  }

  /** A program with a token of a user: their permissions, of the plugin's own those of the token alone. */
  #program({ role, user, scopes }: IssuedToken, viewer: Viewer): Viewer {
    const { id } = this.#plugin.definition
    return {
      ...viewer,
      role,
      userId: user.id,
      name: user.name,
      can: (permission) =>
        this.#holds(role, permission) && (!permission.startsWith(`${id}.`) || scopes.includes(permission)),
    }
  }

  #forUser(viewer: Viewer, program: CallingToken | null, isOver: () => boolean): unknown {
    const { core } = this
    const { definition } = this.#plugin
    const caller = { viewer, isProgram: program !== null }
    return {
      ...this.context(),
      core: { ...core, tokens: tokensInMemory(core.tokensIssued, requiredUse(definition), caller) },
      viewer,
      program,
      acting: actingInMemory(core, viewer, definition, isOver),
    }
  }

  #viewer({
    role,
    userId,
    queueIds = [],
    locale = 'en',
  }: {
    role: Role | null
    userId: UserId
    queueIds?: readonly QueueId[]
    locale?: Locale
  }): Viewer {
    return {
      tenantId: this.tenant,
      userId,
      name: 'Ana',
      role: role ?? 'user',
      queueIds,
      locale,
      can: (permission) => role !== null && this.#holds(role, permission),
    }
  }

  #holds(role: Role, permission: string): boolean {
    const { id, permissions } = this.#plugin.definition
    const own = Object.entries(permissions as Record<string, { roles: readonly Role[] }>).find(
      ([name]) => permissionName(id, name) === permission,
    )?.[1].roles
    return (own ?? (corePermissions as Readonly<Record<string, readonly Role[]>>)[permission] ?? []).includes(role)
  }
}

/** Undeclared keys are refused, as the gate does at the top; deeper ones only the product refuses. */
function checked(schema: z.ZodType | undefined, input: unknown, place: string): unknown {
  const strict =
    schema instanceof z.ZodObject && schema.def.catchall === undefined
      ? schema.strict()
      : (schema ?? z.strictObject({}))
  const result = strict.safeParse(input)
  if (result.success) return result.data
  throw new Refusal('ERR_VALIDATION', {
    issues: result.error.issues.map(({ path, message }) => ({ path: [place, ...path].map(String).join('.'), message })),
  })
}
