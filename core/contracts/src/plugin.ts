import * as z from 'zod'
import { ActingScope } from './acting.ts'
import type { ActionSpec, ConditionSpec } from './automation.ts'
import type { ActionCode, ConditionCode } from './automation-code.ts'
import type {
  CompanyRouteContext,
  ConnectionRouteContext,
  KeyContext,
  PluginContext,
  PublicContext,
  SessionContext,
} from './plugin-context.ts'
import { UiContributions } from './ui-contributions.ts'
import type { ChannelImplementation, ChannelSpec } from './channel.ts'
import type { RefusalCode } from './errors.ts'
import type { EventDefinition } from './events.ts'
import { reservedPrefixes } from './events.ts'
import type { MediaId } from './ids.ts'
import { LocalizedText, type Localized } from './locale.ts'
import { coreUses, DeclaredAttributes, type CoreUse } from './plugin-attributes.ts'
import { BellNotices, type BellNotice } from './plugin-bell.ts'
import { PluginErrorsShape, type PluginErrors } from './plugin-errors.ts'
import type { ContactFootprint } from './privacy.ts'
import type { ProgramConnections } from './program-connections.ts'
import type { ResponderCode } from './responder-code.ts'
import type { ResponderSpec } from './responders.ts'
import type { Role } from './roles.ts'
import { roles } from './roles.ts'
import type { RouteAnswer, RouteRequest, RouteSpec } from './route.ts'
import type { ServiceCode } from './service-code.ts'
import type { SocketCode, SocketSpec } from './plugin-sockets.ts'
import { ServiceKind } from './services.ts'
import { Tier } from './tier.ts'

/**
 * One id rules a plugin: database schema `plg_<id>` (hyphens become underscores), end of its role's name, API prefix
 * `/p/<id>`, webhooks `/hooks/<id>`, event and permission prefix, i18n namespace `plugin.<id>`, federated remote.
 */
export const PluginId = z
  .string()
  .regex(/^[a-z][a-z0-9-]{1,40}$/)
  .refine((value) => !(reservedPrefixes as readonly string[]).includes(value), 'belongs to core')

/* ---- the definition: data only ---- */

/** Facts that every plugin declares. */
interface PluginFacts {
  readonly id: string
  readonly version: string
  /** Semver range of the SDK contract (`contractVersion`) this was written against. */
  readonly host: string
  readonly publisher: string
  /** Shown in the plugins page before anything of the plugin is loaded. */
  readonly title: Localized
  readonly description: Localized
  /** Whether new companies have it enabled from the start. */
  readonly enabledByDefault?: boolean
  readonly requires?: Readonly<Record<string, string>>
  readonly ui?: z.input<typeof UiContributions>
  /** Uses of the company's own data; a port refuses a use that is not listed. */
  readonly uses?: readonly CoreUse[]
  /**
   * Attributes of contacts and tickets that it brings: a company has them once it switches the plugin on, or with the
   * first value that the plugin writes.
   */
  readonly attributes?: DeclaredAttributes
  /**
   * Scopes of the plugin's acts in the name of its users, shown to administrators before they switch it on: see {@link
   * Acting}. None without the list.
   */
  readonly acting?: readonly ActingScope[]
  /** Kinds of entries that it puts into the bell of users, by `core.notifications.tell`. Twenty at most. */
  readonly bell?: readonly BellNotice[]
  /** Programs connect to it by OAuth. For a plugin with `uses: ['tokens.issue']`. */
  readonly connects?: ProgramConnections
  /**
   * Hosts that `fetch` may reach: `api.telegram.org`, `*.example.com`. Without the list none; `*` alone means any
   * public host.
   */
  readonly egress?: readonly string[]
  /**
   * Names of settings with an address (`z.url()`) whose host `fetch` may reach too: of the company's settings for the
   * company that entered it (a gateway of its own, a stand-in), of `platformSettings` for every company. After a change
   * of the company's server the plugin's secrets have to be typed again.
   */
  readonly egressFrom?: readonly string[]
  /**
   * Names of other settings that decide which server gets the plugin's secrets: a region. After any change the secrets
   * have to be typed again.
   */
  readonly originFrom?: readonly string[]
  /** Longest request by `fetch` with its whole answer, in milliseconds: 15,000 if absent, 300,000 at most. */
  readonly fetchLimitMs?: number
}

/** Parts of a plugin. An author leaves out those that the plugin does not have. */
interface PluginParts<S, E, On, J, P, Ch, R, Co, Ac, Pl, Re, Pr, So> {
  readonly tier: z.infer<typeof Tier>
  /**
   * Settings of the plugin for one company. Secret fields carry `.meta({ secret: true })`; their values are read by
   * `ctx.secrets.get(name)` and are never part of `ctx.settings`.
   */
  readonly settings: S
  readonly permissions: P
  readonly channels: Ch
  readonly routes: R
  readonly emits: E
  readonly on: On
  readonly jobs: J
  /** Conditions on a conversation for rules. Twenty at most, a name as that of a job. */
  readonly conditions: Co
  /** Actions on a conversation for rules and macros. Twenty at most. */
  readonly actions: Ac
  /**
   * Settings for the whole installation, on a tab of its own among the global settings. Names begin with the plugin's
   * id (`shopUrl`). Secrets carry `.meta({ secret: true, sentTo: ['shopUrl'] })`: they are typed again when a setting
   * of `sentTo` changes to another server. `databaseError`, a code of the plugin, marks the secret with the address of
   * a PostgreSQL database that masters can test. Words are in the plugin's locales, `platformSettings.<name>.label` and
   * `.help`. Read by `ctx.platformSettings` and `ctx.platformSecrets`.
   */
  readonly platformSettings: Pl
  /** Codes that it refuses with beside core's; see `refusalsOf`. */
  readonly errors: PluginErrors
  /** What answers conversations before people do. Twenty at most, a name as that of a job. */
  readonly responders: Re
  /** Kinds of services that it provides for other plugins; it implements all methods of each. */
  readonly provides: Pr
  /** WebSockets that clients open at its paths. Five at most, a name as that of a job. */
  readonly sockets: So
}

type PermissionMap = Record<string, { titleKey: string; roles: readonly Role[] }>

/** A complete plugin as data: the result of {@link definePlugin}, which the host reads. */
export interface PluginDefinition<
  S extends z.ZodObject = z.ZodObject,
  E extends readonly EventDefinition[] = readonly EventDefinition[],
  On extends Record<string, EventDefinition> = Record<string, EventDefinition>,
  J extends Record<string, z.ZodType> = Record<string, z.ZodType>,
  P extends PermissionMap = PermissionMap,
  Ch extends Record<string, ChannelSpec> = Record<string, ChannelSpec>,
  R extends Record<string, RouteSpec> = Record<string, RouteSpec>,
  Co extends Record<string, ConditionSpec> = Record<string, ConditionSpec>,
  Ac extends Record<string, ActionSpec> = Record<string, ActionSpec>,
  Pl extends z.ZodObject = z.ZodObject,
  Re extends Record<string, ResponderSpec> = Record<string, ResponderSpec>,
  Pr extends readonly ServiceKind[] = readonly ServiceKind[],
  So extends Record<string, SocketSpec> = Record<string, SocketSpec>,
>
  extends PluginFacts, PluginParts<S, E, On, J, P, Ch, R, Co, Ac, Pl, Re, Pr, So> {
  /**
   * Exact product paths this plugin serves beside `/p/<id>`, by route name. A path claimed twice stops the second
   * plugin.
   */
  readonly claims?: { readonly [K in keyof R & string]?: `/${string}` }
}

/** A plugin as its author writes it: `tier` is `free` by default, and absent parts are left out. */
export interface DeclaredPlugin<
  S extends z.ZodObject,
  E extends readonly EventDefinition[],
  On extends Record<string, EventDefinition>,
  J extends Record<string, z.ZodType>,
  P extends PermissionMap,
  Ch extends Record<string, ChannelSpec>,
  R extends Record<string, RouteSpec>,
  Co extends Record<string, ConditionSpec>,
  Ac extends Record<string, ActionSpec>,
  Pl extends z.ZodObject,
  Re extends Record<string, ResponderSpec>,
  Pr extends readonly ServiceKind[],
  So extends Record<string, SocketSpec>,
>
  extends
    PluginFacts,
    Partial<PluginParts<S, E, On, J, P, Ch, R, Co, Ac, Pl, Re, Pr, So>>,
    Pick<PluginDefinition<S, E, On, J, P, Ch, R, Co, Ac, Pl, Re, Pr, So>, 'claims'> {}

/** The types an implementation is made from. */
export type ShapeOf<T> =
  T extends PluginDefinition<
    infer S,
    infer E,
    infer _On,
    infer J,
    infer P,
    infer _Ch,
    infer _R,
    infer _Co,
    infer _Ac,
    infer Pl,
    infer _Re,
    infer _Pr,
    infer _So
  >
    ? { settings: S; emits: E; jobs: J; permissions: P; platformSettings: Pl }
    : never

type ContextOf<T, R extends RouteSpec> = R['access']['kind'] extends 'session'
  ? SessionContext<ShapeOf<T>>
  : R['access']['kind'] extends 'connection'
    ? ConnectionRouteContext<ShapeOf<T>>
    : R['access']['kind'] extends 'company'
      ? CompanyRouteContext<ShapeOf<T>>
      : R['access']['kind'] extends 'key'
        ? KeyContext<ShapeOf<T>>
        : PublicContext

/** A definition whose parts are not known: for code that takes any plugin. */
// The definition's own type parameters are invariant in places, so "any definition" has to be spelled with any.
// eslint-disable-next-line typescript/no-explicit-any
export type AnyPluginDefinition = PluginDefinition<any, any, any, any, any, any, any, any, any, any, any, any, any>

/** Delivery of an event to a plugin. */
export interface EventMeta {
  /** Of the event, the same at every delivery. */
  readonly id: string
  /** 1 for the first try of those that are counted. */
  readonly attempt: number
  /**
   * False where nobody has begun to handle the event before: what an earlier delivery may have left need not be looked
   * for. True at a later try, and for events from before the moment at which this node began to do the work: whoever
   * did it until then may have handled them without saying so. A node that has lost the work and not noticed yet may
   * still be at it, so what must happen once is kept by a unique key all the same.
   */
  readonly mayRepeat: boolean
}

/**
 * The code of a plugin, typed from its definition: an event, job, route or channel that is declared but not
 * implemented, or implemented but not declared, does not compile.
 */
export interface PluginImplementation<T extends AnyPluginDefinition> {
  readonly channels: { readonly [K in keyof T['channels']]: ChannelImplementation<T['channels'][K]> }
  readonly routes: {
    readonly [K in keyof T['routes']]: (
      request: RouteRequest<T['routes'][K]>,
      ctx: ContextOf<T, T['routes'][K]>,
    ) => Promise<RouteAnswer<T['routes'][K]>> | RouteAnswer<T['routes'][K]>
  }
  readonly on: {
    readonly [K in keyof T['on']]: (
      payload: z.output<T['on'][K]['schema']>,
      ctx: PluginContext<ShapeOf<T>>,
      meta: EventMeta,
    ) => Promise<void>
  }
  readonly jobs: {
    readonly [K in keyof T['jobs']]: (
      data: z.output<T['jobs'][K]>,
      ctx: PluginContext<ShapeOf<T>>,
      meta: { attempt: number },
    ) => Promise<void>
  }
  readonly conditions: {
    readonly [K in keyof T['conditions']]: ConditionCode<T['conditions'][K]['input'], PluginContext<ShapeOf<T>>>
  }
  readonly actions: {
    readonly [K in keyof T['actions']]: ActionCode<T['actions'][K]['input'], PluginContext<ShapeOf<T>>>
  }
  readonly responders: {
    readonly [K in keyof T['responders']]: ResponderCode<T['responders'][K]['input'], PluginContext<ShapeOf<T>>>
  }
  readonly sockets: {
    readonly [K in keyof T['sockets']]: SocketCode<T['sockets'][K], ShapeOf<T>>
  }
  readonly services: {
    readonly [K in T['provides'][number]]: ServiceCode<K, PluginContext<ShapeOf<T>>>
  }
  readonly lifecycle?: {
    /** Once per process, 5 s at most: no I/O, no tenant. */
    load?(): void | Promise<void>
    /** When an administrator switches it on; not for companies that have it by default. Throwing keeps it off. */
    enable?(ctx: PluginContext<ShapeOf<T>>): Promise<void>
    /**
     * Before settings are saved that an administrator typed: whether those who get the secrets take them.
     * `ctx.settings` and `ctx.secrets.get` are what was typed; `secrets` are the names of those that are new, and
     * without any it is not called. With something in `refused` nothing is saved. Where it throws, or has no answer
     * within 10 s, nothing was tested, and they are saved.
     */
    check?(ctx: PluginContext<ShapeOf<T>>, secrets: readonly string[]): Promise<SettingsFound>
    /**
     * After an administrator has saved its settings, which `ctx.settings` has by then. What it throws is logged, and
     * the settings stay.
     */
    configure?(ctx: PluginContext<ShapeOf<T>>): Promise<void>
    /** Data stays: disabling is not uninstalling. */
    disable?(ctx: PluginContext<ShapeOf<T>>): Promise<void>
    /**
     * Erases everything held about one contact (LGPD, GDPR), also where the plugin is switched off. Core has erased its
     * own part by then: go by the footprint. Called again until it succeeds, so erasing what is gone is no error.
     */
    forget?(ctx: PluginContext<ShapeOf<T>>, contact: string, footprint: ContactFootprint): Promise<void>
    /**
     * Answers those of these files that the plugin keeps for itself (a template's, a canned message's), so that they
     * outlive the erased messages they were sent with.
     */
    holdsMedia?(ctx: PluginContext<ShapeOf<T>>, media: readonly MediaId[]): Promise<readonly MediaId[]>
    /**
     * Data held about one contact, as JSON, for an export to them. Undefined when there is none. Files of {@link
     * MediaPort} are named by their ids.
     */
    export?(ctx: PluginContext<ShapeOf<T>>, contact: string, footprint: ContactFootprint): Promise<unknown>
  }
}

/** What a test of settings found, before they are saved. */
export interface SettingsFound {
  /** Fields that somebody outside refuses, with the code whose sentence stands at the field. */
  readonly refused: Readonly<Record<string, RefusalCode>>
  /** Fields that nobody could be asked about. They are saved, and the administrator is told. */
  readonly untested: readonly string[]
}

/** Default export of a plugin's `src/server.ts`. */
export interface PluginModule<T extends AnyPluginDefinition = AnyPluginDefinition> {
  readonly definition: T
  readonly implementation: PluginImplementation<T>
}

/** Parts that are declared by name and implemented under the same name. */
export const implementedParts = [
  'channels',
  'routes',
  'on',
  'jobs',
  'conditions',
  'actions',
  'responders',
  'sockets',
] as const
export type ImplementedPart = (typeof implementedParts)[number]

// An undeclared part may not be implemented; an empty object type would accept anything.
type Code<T extends AnyPluginDefinition, Part extends ImplementedPart> = keyof T[Part] extends never
  ? { readonly [P in Part]?: Record<string, never> }
  : Pick<PluginImplementation<T>, Part>
type Services<T extends AnyPluginDefinition> = T['provides'] extends readonly []
  ? { readonly services?: Record<string, never> }
  : Pick<PluginImplementation<T>, 'services'>
/** The code of a plugin as its author writes it: a part of which the definition declares nothing is left out. */
export type PluginCode<T extends AnyPluginDefinition> = Code<T, 'channels'> &
  Code<T, 'routes'> &
  Code<T, 'on'> &
  Code<T, 'jobs'> &
  Code<T, 'conditions'> &
  Code<T, 'actions'> &
  Code<T, 'responders'> &
  Code<T, 'sockets'> &
  Services<T> &
  Pick<PluginImplementation<T>, 'lifecycle'>

type Nothing = Record<never, never>

/** Declares a plugin. Isomorphic and free of I/O: server, shell and documentation read it. Absent parts are empty. */
export const definePlugin = <
  const S extends z.ZodObject = z.ZodObject<Nothing>,
  const E extends readonly EventDefinition[] = readonly [],
  const On extends Record<string, EventDefinition> = Nothing,
  const J extends Record<string, z.ZodType> = Nothing,
  const P extends PermissionMap = Nothing,
  const Ch extends Record<string, ChannelSpec> = Nothing,
  const R extends Record<string, RouteSpec> = Nothing,
  const Co extends Record<string, ConditionSpec> = Nothing,
  const Ac extends Record<string, ActionSpec> = Nothing,
  const Pl extends z.ZodObject = z.ZodObject<Nothing>,
  const Re extends Record<string, ResponderSpec> = Nothing,
  const Pr extends readonly ServiceKind[] = readonly [],
  const So extends Record<string, SocketSpec> = Nothing,
>(
  definition: DeclaredPlugin<S, E, On, J, P, Ch, R, Co, Ac, Pl, Re, Pr, So>,
): PluginDefinition<S, E, On, J, P, Ch, R, Co, Ac, Pl, Re, Pr, So> =>
  ({
    tier: 'free',
    settings: z.object({}),
    permissions: {},
    channels: {},
    routes: {},
    emits: [],
    on: {},
    jobs: {},
    conditions: {},
    actions: {},
    platformSettings: z.object({}),
    errors: {},
    responders: {},
    provides: [],
    sockets: {},
    ...definition,
  }) as unknown as PluginDefinition<S, E, On, J, P, Ch, R, Co, Ac, Pl, Re, Pr, So>

/** Pairs a definition with its code. */
export const implementPlugin = <T extends AnyPluginDefinition>(
  definition: T,
  code: PluginCode<NoInfer<T>>,
): PluginModule<T> => ({
  definition,
  implementation: {
    channels: {},
    routes: {},
    on: {},
    jobs: {},
    conditions: {},
    actions: {},
    responders: {},
    sockets: {},
    services: {},
    ...code,
  } as unknown as PluginImplementation<T>,
})

const AnyRecord = z.record(z.string(), z.unknown())

/** Shape by which the host checks a definition before anything else. Schemas and handlers are checked by their use. */
export const PluginDefinitionShape = z
  .object({
    id: PluginId,
    version: z.string().regex(/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/),
    host: z.string().min(1),
    publisher: z.string().min(1),
    title: LocalizedText,
    description: LocalizedText,
    tier: Tier,
    enabledByDefault: z.boolean().optional(),
    requires: z.record(PluginId, z.string()).optional(),
    settings: z.instanceof(z.ZodObject),
    permissions: z.record(z.string(), z.object({ titleKey: z.string(), roles: z.array(z.enum(roles)) })),
    channels: AnyRecord,
    routes: AnyRecord,
    claims: z.record(z.string(), z.string().startsWith('/')).optional(),
    emits: z.array(z.unknown()),
    on: AnyRecord,
    jobs: AnyRecord,
    conditions: AnyRecord.optional(),
    actions: AnyRecord.optional(),
    errors: PluginErrorsShape.optional(),
    responders: AnyRecord.optional(),
    provides: z.array(ServiceKind).optional(),
    sockets: AnyRecord.optional(),
    ui: UiContributions.optional(),
    uses: z.array(z.enum(coreUses)).optional(),
    attributes: DeclaredAttributes.optional(),
    acting: z.array(ActingScope).optional(),
    bell: BellNotices.optional(),
    connects: z
      .strictObject({
        route: z.string(),
        page: z.string().regex(/^\/configuracoes\/[a-z0-9/-]+$/),
        scopes: z.array(z.string()).min(1).max(20),
      })
      .optional(),
    egress: z.array(z.string()).optional(),
    egressFrom: z.array(z.string()).optional(),
    originFrom: z.array(z.string()).optional(),
    fetchLimitMs: z.int().min(1_000).max(300_000).optional(),
    platformSettings: z.instanceof(z.ZodObject).optional(),
  })
  .strict()
