import * as z from 'zod'
import type { BellNotice } from './plugin-bell.ts'
import { automationRunners, automationSubjects, type ActionSpec, type ConditionSpec } from './automation.ts'
import { ChannelCapabilities } from './capabilities.ts'
import { ChannelPace } from './channel-pace.ts'
import type { ChannelSpec } from './channel.ts'
import { EventName, type EventDefinition } from './events.ts'
import { FormPreset, GuideStep, type FormField } from './form-field.ts'
import { claimKey } from './path-pattern.ts'
import {
  implementedParts,
  PluginDefinitionShape,
  type AnyPluginDefinition,
  type ImplementedPart,
  type PluginModule,
} from './plugin.ts'
import { platformSettings } from './platform-settings.ts'
import { PluginShapeError } from './plugin-shape-error.ts'
import { socketMessageBytes, type SocketSpec } from './plugin-sockets.ts'
import { longestResponderMs } from './responder-limits.ts'
import type { ResponderSpec } from './responders.ts'
import { corePermissions, PermissionName } from './roles.ts'
import { rateClasses, type RouteSpec } from './route.ts'
import { kindOfServiceEvent } from './service-events.ts'
import { serviceKinds, type ServiceKind } from './services.ts'
import { settingsForm, type SettingsForm } from './settings-form.ts'
import type { TargetSettings } from './settings-target.ts'
import { Tier } from './tier.ts'

const Schema = z.custom<z.ZodType>(
  (value) => typeof value === 'object' && value !== null && '_zod' in value,
  'must be a zod schema',
)
const ObjectSchema = z.instanceof(z.ZodObject, { error: 'must be a zod object' })
const Code = z.custom<(...args: never[]) => unknown>((value) => typeof value === 'function', 'must be a function')

const PathPattern = z.string().regex(/^\/[A-Za-z0-9_:./-]*$/, 'must start with / and hold plain segments')
const RouteShape = z
  .object({
    method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
    path: PathPattern,
    summary: z.string(),
    access: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('session'), permission: PermissionName, confirmed: z.literal(true).optional() }),
      z.object({ kind: z.literal('connection') }),
      z.object({ kind: z.literal('company') }),
      z.strictObject({
        kind: z.literal('key'),
        header: z
          .string()
          .regex(/^[a-z][a-z0-9_-]{1,40}$/)
          .optional(),
      }),
      z.object({ kind: z.literal('public') }),
    ]),
    tier: Tier.optional(),
    rate: z.enum(rateClasses),
    params: ObjectSchema.optional(),
    query: ObjectSchema.optional(),
    body: Schema.optional(),
    encoding: z.enum(['json', 'multipart']).optional(),
    maxBody: z.int().positive().optional(),
    limitMs: z.int().min(1_000).max(300_000).optional(),
    confidential: z.literal(true).optional(),
    response: z.union([z.enum(['stream', 'bytes']), Schema]),
    status: z.union([z.literal(200), z.literal(201), z.literal(202), z.literal(204)]).optional(),
    errors: z.array(z.string()).optional(),
  })
  .strict()
  .refine(
    (route) => route.access.kind !== 'connection' || route.path.split('/').includes(':connectionId'),
    'a route of connection access needs :connectionId in its path',
  )
  .refine(
    (route) => route.access.kind !== 'company' || route.path.split('/').includes(':company'),
    'a route of company access needs :company in its path',
  )

const EventShape = z.object({ name: EventName, schema: Schema, visibility: z.enum(['public', 'private']) })
const ChannelShape = z.object({
  type: z.string().regex(/^[a-z][a-z0-9-]{1,40}$/),
  titleKey: z.string(),
  descriptionKey: z.string().optional(),
  badge: z.object({ color: z.string(), icon: z.string() }),
  transport: z.enum(['webhook', 'socket', 'poll', 'embedded']),
  config: ObjectSchema,
  presets: z.array(FormPreset).optional(),
  guide: z.array(GuideStep).max(10).optional(),
  egressFrom: z.array(z.string()).optional(),
  originFrom: z.array(z.string()).optional(),
  proxyFrom: z.string().optional(),
  identityKind: z.string().min(1),
  reaches: z.enum(['phone', 'email']).optional(),
  pace: ChannelPace.optional(),
  capabilities: ChannelCapabilities,
})
const ChannelCode = z.object({
  check: Code,
  open: Code,
  normalise: Code.optional(),
  webhook: z
    .object({
      deliversByGet: z.boolean().optional(),
      verify: Code,
      parse: Code,
      handshake: Code.optional(),
      register: Code.optional(),
      unregister: Code.optional(),
    })
    .optional(),
})
const Lifecycle = z
  .object({
    load: Code.optional(),
    enable: Code.optional(),
    check: Code.optional(),
    configure: Code.optional(),
    disable: Code.optional(),
    forget: Code.optional(),
    export: Code.optional(),
    holdsMedia: Code.optional(),
  })
  .strict()
const Codes = z.record(z.string(), Code)
const ImplementationShape = z
  .object({
    channels: z.record(z.string(), ChannelCode),
    routes: Codes,
    on: Codes,
    jobs: Codes,
    conditions: Codes.optional(),
    actions: Codes.optional(),
    responders: Codes.optional(),
    sockets: Codes.optional(),
    services: z.record(z.string(), Codes).optional(),
    lifecycle: Lifecycle.optional(),
  })
  .strict()
const ConditionShape = z.strictObject({
  icon: z.string().optional(),
  input: ObjectSchema,
  about: z.enum(automationSubjects).optional(),
})
const ActionShape = z.strictObject({
  icon: z.string().optional(),
  input: ObjectSchema,
  by: z.array(z.enum(automationRunners)).min(1).optional(),
  ends: z.literal(true).optional(),
  permission: PermissionName.optional(),
})
const ResponderShape = z.strictObject({
  icon: z.string().optional(),
  input: ObjectSchema,
  limitMs: z.int().min(1_000).max(longestResponderMs).optional(),
})
const BlockName = z
  .string()
  .max(60)
  .regex(/^[a-z][A-Za-z0-9]*$/, 'must be a word like sendPix')
const FixedPath = z
  .string()
  .regex(/^\/[A-Za-z0-9_./-]+$/, 'must start with / and hold plain segments, without parameters')
const SocketShape = z.strictObject({
  path: FixedPath,
  claim: FixedPath.optional(),
  summary: z.string(),
  protocols: z
    .array(z.string().regex(/^[A-Za-z0-9.+_-]{1,60}$/))
    .max(10)
    .optional(),
  receives: Schema,
  sends: Schema,
  maxMessage: z.int().min(1_024).max(socketMessageBytes.most).optional(),
})
/** Sockets of one plugin. */
const mostSockets = 5
/** Conditions, or actions, of one plugin: more than people choose from. */
const mostBlocks = 20

/**
 * Checks the exports of a plugin, as the compiler would have done for its author. The host does so before anything else
 * and trusts the result; the testing kit does so for authors.
 *
 * @param folder name of the plugin's folder, which must be its id
 * @throws PluginShapeError with the first mistake, or any error that a getter of the plugin throws
 */
export function checkPluginModule(exported: unknown, folder: string): PluginModule {
  const shell = must(z.object({ definition: z.unknown(), implementation: z.unknown() }), exported, 'its default export')
  must(PluginDefinitionShape, shell.definition, 'its definition')
  must(ImplementationShape, shell.implementation, 'its implementation')
  const plugin = whole(shell as PluginModule)
  const { definition } = plugin
  if (definition.id !== folder)
    throw new PluginShapeError(`its id is ${definition.id}, but its folder is called ${folder}`)

  for (const [name, route] of Object.entries(definition.routes)) must(RouteShape, route, `its route ${name}`)
  for (const [name, channel] of Object.entries(definition.channels)) checkChannel(name, channel as ChannelSpec)
  for (const [name, job] of Object.entries(definition.jobs)) must(Schema, job, `the data of its job ${name}`)
  for (const event of definition.emits) checkOwnEvent(definition, must(EventShape, event, 'an event it emits'))
  for (const [name, event] of Object.entries(definition.on))
    checkSubscription(definition.id, name, must(EventShape, event, `the event ${name} it listens to`))
  checkSettings(definition)
  checkBlocks('condition', definition.conditions, ConditionShape)
  checkBlocks('action', definition.actions, ActionShape)
  checkBlocks('responder', definition.responders, ResponderShape)
  checkServices(plugin)
  checkSockets(plugin)
  for (const part of implementedParts) checkPairing(plugin, part)
  checkPaths(plugin)
  checkPermissions(plugin)
  checkClaims(plugin)
  checkConnects(plugin)
  return plugin
}

/**
 * Plugins built for an older contract lack conditions, actions (1.4), errors (1.7), platform settings (1.8), responders
 * and services (1.14), sockets (1.29): empty.
 */
function whole({ definition, implementation }: PluginModule): PluginModule {
  return {
    definition: {
      ...definition,
      conditions: definition.conditions ?? {},
      actions: definition.actions ?? {},
      errors: definition.errors ?? {},
      platformSettings: definition.platformSettings ?? z.object({}),
      responders: definition.responders ?? {},
      provides: definition.provides ?? [],
      sockets: definition.sockets ?? {},
    },
    implementation: {
      ...implementation,
      conditions: implementation.conditions ?? {},
      actions: implementation.actions ?? {},
      responders: implementation.responders ?? {},
      sockets: implementation.sockets ?? {},
      services: implementation.services ?? {},
    },
  }
}

function must<T extends z.ZodType>(schema: T, value: unknown, what: string): z.output<T> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const issue = result.error.issues[0]!
  throw new PluginShapeError(
    `${what} is wrong${issue.path.length > 0 ? ` at ${issue.path.join('.')}` : ''}: ${issue.message}`,
  )
}

function checkChannel(name: string, channel: ChannelSpec): void {
  must(ChannelShape, channel, `its channel ${name}`)
  const { fields } = checkEntered(channel, channel.config, `its channel ${name}`)
  checkPresets(channel, fields, `its channel ${name}`)
  if (channel.proxyFrom !== undefined && fields.find((field) => field.name === channel.proxyFrom)?.type !== 'secret')
    throw new PluginShapeError(
      `its channel ${name} takes a proxy from ${channel.proxyFrom}, which is not a secret among its settings`,
    )
}

/** What a preset fills in are open settings, each of which takes its value. */
function checkPresets({ presets = [], config }: ChannelSpec, fields: readonly FormField[], what: string): void {
  for (const { id, values } of presets) {
    const stray = Object.keys(values).find(
      (name) => !fields.some((field) => field.name === name && field.type !== 'secret'),
    )
    if (stray !== undefined)
      throw new PluginShapeError(`${what} fills in ${stray} by its preset ${id}, which is no open setting of it`)
    const wrong = Object.entries(values).find(([name, value]) => !fits(config.shape[name], value))
    if (wrong !== undefined)
      throw new PluginShapeError(`${what} fills in ${wrong[0]} by its preset ${id} with a value that it does not take`)
  }
}
const fits = (schema: unknown, value: unknown): boolean => z.safeParse(schema as z.ZodType, value).success

/**
 * Hosts are taken from settings that hold an address, and none of what decides about servers is a secret. Answers the
 * form of the settings.
 */
function checkEntered(targets: TargetSettings, settings: z.ZodObject, what: string): SettingsForm {
  const { egressFrom = [], originFrom = [] } = targets
  const form = settingsForm(settings)
  const typeOf = (setting: string) => form.fields.find((field) => field.name === setting)?.type
  const unseen = originFrom.find((setting) => [undefined, 'secret'].includes(typeOf(setting)))
  if (unseen !== undefined)
    throw new PluginShapeError(`${what} names ${unseen} in originFrom, which is no open setting of it`)
  const stray = egressFrom.find((setting) => !['url', 'string'].includes(typeOf(setting) ?? ''))
  if (stray !== undefined)
    throw new PluginShapeError(`${what} takes hosts from ${stray}, which is not an address among its settings`)
  const targeted = [...egressFrom, ...originFrom]
  for (const { name, sentTo } of form.fields) {
    const unknown = sentTo?.length === 0 ? 'nothing' : sentTo?.find((setting) => !targeted.includes(setting))
    if (unknown !== undefined)
      throw new PluginShapeError(
        `${what} sends ${name} to ${unknown}, which is not a setting of egressFrom or originFrom`,
      )
  }
  return form
}

/** Settings of companies and of the installation. `egressFrom` names some of both, so no name is in both. */
function checkSettings(definition: AnyPluginDefinition): void {
  const installed = platformSettings(definition.id, definition.platformSettings, definition.errors)
  const ofInstallation = new Map(installed.fields.map(({ name, type }) => [name, type]))
  const twice = Object.keys(definition.settings.shape).find((name) => ofInstallation.has(name))
  if (twice !== undefined)
    throw new PluginShapeError(`its setting ${twice} is one of companies and of the installation`)
  const egressFrom: readonly string[] = definition.egressFrom ?? []
  const stray = egressFrom.find((name) => ofInstallation.has(name) && ofInstallation.get(name) !== 'url')
  if (stray !== undefined) throw new PluginShapeError(`it takes hosts from ${stray}, which is not an address`)
  const ofCompany = egressFrom.filter((name) => !ofInstallation.has(name))
  checkEntered({ ...definition, egressFrom: ofCompany }, definition.settings, 'it')
}

function checkBlocks(
  kind: 'condition' | 'action' | 'responder',
  declared: Readonly<Record<string, unknown>>,
  shape: typeof ConditionShape | typeof ActionShape | typeof ResponderShape,
): void {
  const blocks = Object.entries(declared)
  if (blocks.length > mostBlocks)
    throw new PluginShapeError(`it contributes ${blocks.length} ${kind}s, and ${mostBlocks} is the most`)
  for (const [name, block] of blocks) {
    must(BlockName, name, `the name of its ${kind} ${name}`)
    const { input } = must(shape, block, `its ${kind} ${name}`) as ConditionSpec | ActionSpec | ResponderSpec
    const secret = formOf(input, `its ${kind} ${name}`).secretNames[0]
    if (secret !== undefined)
      throw new PluginShapeError(`its ${kind} ${name} asks for the secret ${secret}; secrets belong into the settings`)
  }
}

/** All methods of the kinds it provides, and no others. */
function checkServices({ definition, implementation }: PluginModule): void {
  const provided = definition.provides as readonly ServiceKind[]
  const services = implementation.services as Readonly<Record<string, Readonly<Record<string, unknown>>>>
  const stray = Object.keys(services).find((kind) => !(provided as readonly string[]).includes(kind))
  if (stray !== undefined) throw new PluginShapeError(`services.${stray} is implemented but not declared`)
  for (const kind of provided) {
    const methods = Object.keys(serviceKinds[kind])
    const missing = methods.find((method) => typeof services[kind]?.[method] !== 'function')
    if (missing !== undefined) throw new PluginShapeError(`services.${kind}.${missing} is declared but not implemented`)
    const surplus = Object.keys(services[kind]!).find((method) => !methods.includes(method))
    if (surplus !== undefined) throw new PluginShapeError(`services.${kind}.${surplus} is no method of its kind`)
  }
}

/** Sockets stand at paths of their own: a request to open one is a GET. */
function checkSockets({ definition }: PluginModule): void {
  const sockets = Object.entries(definition.sockets as Readonly<Record<string, SocketSpec>>)
  if (sockets.length > mostSockets)
    throw new PluginShapeError(`it declares ${sockets.length} sockets, and ${mostSockets} is the most`)
  const gets = Object.entries(definition.routes as Readonly<Record<string, RouteSpec>>)
    .filter(([, { method }]) => method === 'GET')
    .map(([name, { path }]): [string, string] => [claimKey({ method: 'GET', path }), `the route ${name}`])
  const taken = new Map(gets)
  for (const [name, socket] of sockets) {
    must(BlockName, name, `the name of its socket ${name}`)
    const { path } = must(SocketShape, socket, `its socket ${name}`)
    const key = claimKey({ method: 'GET', path })
    const other = taken.get(key)
    if (other !== undefined) throw new PluginShapeError(`its socket ${name} stands at ${path}, as ${other} does`)
    taken.set(key, `the socket ${name}`)
  }
}

function formOf(input: z.ZodObject, what: string): SettingsForm {
  try {
    return settingsForm(input)
  } catch (error) {
    throw error instanceof PluginShapeError ? new PluginShapeError(`${what} has no form: ${error.message}`) : error
  }
}

function checkOwnEvent(
  { id, provides }: Pick<PluginModule['definition'], 'id' | 'provides'>,
  { name }: Pick<EventDefinition, 'name'>,
): void {
  const kind = kindOfServiceEvent(name)
  if (kind !== undefined) {
    if (!provides.includes(kind)) throw new PluginShapeError(`it emits ${name}, but does not provide ${kind}`)
    return
  }
  if (!name.startsWith(`${id}.`)) throw new PluginShapeError(`it emits ${name}, but its events must start with ${id}.`)
}

function checkSubscription(id: string, key: string, event: Pick<EventDefinition, 'name' | 'visibility'>): void {
  if (event.visibility === 'private' && !event.name.startsWith(`${id}.`))
    throw new PluginShapeError(`it listens to ${event.name} as ${key}, which is private to another plugin`)
}

/** Every declared part is implemented and the other way round: the compiler's rule, for code that was not compiled. */
function checkPairing({ definition, implementation }: PluginModule, part: ImplementedPart): void {
  const declared = Object.keys(definition[part])
  const implemented = Object.keys(implementation[part])
  const missing = declared.find((name) => !implemented.includes(name))
  if (missing !== undefined) throw new PluginShapeError(`${part}.${missing} is declared but not implemented`)
  const surplus = implemented.find((name) => !declared.includes(name))
  if (surplus !== undefined) throw new PluginShapeError(`${part}.${surplus} is implemented but not declared`)
}

/** Routes are distinguished by method and path, so two of one plugin must not be the same. */
function checkPaths({ definition }: PluginModule): void {
  const seen = new Map<string, string>()
  for (const [name, { method, path }] of Object.entries(definition.routes) as [string, RouteSpec][]) {
    const key = claimKey({ method, path })
    const other = seen.get(key)
    if (other !== undefined) throw new PluginShapeError(`its routes ${other} and ${name} are both ${method} ${path}`)
    seen.set(key, name)
  }
}

function checkPermissions({ definition }: PluginModule): void {
  const declared = new Set(Object.keys(definition.permissions).map((name) => permissionName(definition.id, name)))
  for (const name of declared) {
    must(PermissionName, name, `the name of its permission ${name}`)
    if (name in corePermissions) throw new PluginShapeError(`its permission ${name} belongs to core`)
  }
  for (const [name, route] of Object.entries(definition.routes) as [string, RouteSpec][]) {
    if (route.access.kind !== 'session') continue
    const { permission } = route.access
    if (!declared.has(permission) && !Object.hasOwn(corePermissions, permission))
      throw new PluginShapeError(`its route ${name} asks for ${permission}, which neither it nor core declares`)
  }
  for (const { id, permission } of (definition.bell ?? []) as readonly BellNotice[])
    if (!declared.has(permissionName(definition.id, permission)) && !Object.hasOwn(corePermissions, permission))
      throw new PluginShapeError(`its notice ${id} is for ${permission}, which neither it nor core declares`)
  for (const [name, { permission }] of Object.entries(definition.actions) as [string, ActionSpec][]) {
    if (permission !== undefined && !declared.has(permission) && !Object.hasOwn(corePermissions, permission))
      throw new PluginShapeError(`its action ${name} asks for ${permission}, which neither it nor core declares`)
  }
}

/** A claimed path leads to the same handler, so it must carry the same parameters. */
function checkClaims({ definition }: PluginModule): void {
  const parameters = (path: string): string =>
    path
      .split('/')
      .filter((segment) => segment.startsWith(':'))
      .sort()
      .join(' ')
  for (const [name, path] of Object.entries(definition.claims ?? {}) as [string, string][]) {
    const route = definition.routes[name] as RouteSpec | undefined
    must(PathPattern, path, `the path ${path} that it claims`)
    if (!route) throw new PluginShapeError(`it claims ${path} for the route ${name}, which it does not declare`)
    if (parameters(path) !== parameters(route.path))
      throw new PluginShapeError(
        `it claims ${path} for the route ${name}, whose path ${route.path} has other parameters`,
      )
  }
}

/** What programs connect to is a claimed route, where they stand as a user; what they can be given is the plugin's. */
function checkConnects({ definition }: PluginModule): void {
  const { connects, routes, claims, permissions, uses = [], ui } = definition as AnyPluginDefinition
  if (!connects) return
  if (!uses.includes('tokens.issue')) throw new PluginShapeError('it connects programs, but does not use tokens.issue')
  if ((routes[connects.route] as RouteSpec | undefined)?.access.kind !== 'session')
    throw new PluginShapeError(`it connects programs to ${connects.route}, which is no route of session access`)
  const path = (claims as Readonly<Record<string, string>> | undefined)?.[connects.route]
  if (path === undefined || path.includes(':'))
    throw new PluginShapeError(`it connects programs to ${connects.route}, which stands at no fixed product path`)
  const stray = connects.scopes.find((scope: string) => !Object.hasOwn(permissions, scope))
  if (stray !== undefined)
    throw new PluginShapeError(`it gives programs ${stray}, which is no permission that it declares`)
  if (!ui?.pages?.some((page: { readonly path: string }) => page.path === connects.page))
    throw new PluginShapeError(`it asks its users at ${connects.page}, which is no page of it`)
}

/** The full name of a plugin's permission: `manage` and `notes.manage` of the plugin `notes` are the same. */
export const permissionName = (plugin: string, name: string): string =>
  name.startsWith(`${plugin}.`) ? name : `${plugin}.${name}`
