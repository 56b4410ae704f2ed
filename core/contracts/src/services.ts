import * as z from 'zod'
import { id, type ConnectionId, type QueueId, type TicketId, type UserId } from './ids.ts'

/* Services of plugins for plugins. The SDK owns the kinds and their methods; a plugin that declares a kind in `provides`
   implements all of it, and any plugin calls it by `core.services`. Input and output are checked on both ways, and are
   plain data. */

const instant = z.iso.datetime({ offset: true })

/** A method of a kind. `limitMs`: longest run, in milliseconds. */
export interface ServiceMethod {
  readonly input: z.ZodType
  readonly output: z.ZodType
  readonly limitMs: number
}

/** Whose opening hours: the most specific that has some decides. None of them means the company's. */
export const HoursSubject = z
  .object({
    userId: id<UserId>().optional(),
    queueId: id<QueueId>().optional(),
    connectionId: id<ConnectionId>().optional(),
  })
  .strict()
export type HoursSubject = z.infer<typeof HoursSubject>

/**
 * Opening hours at an instant. `because`: what decides, as a short text in the company's language; null where nothing
 * does, which means open. `message`: for customers while it is closed. `changesAt`: when it opens, or closes, next; null
 * for not within a year.
 */
export const HoursAnswer = z.object({
  open: z.boolean(),
  because: z.string().nullable(),
  message: z.string().nullable(),
  changesAt: instant.nullable(),
})
export type HoursAnswer = z.infer<typeof HoursAnswer>

/** Kinds of services with their methods. */
export const serviceKinds = {
  /** Opening hours. At most one plugin of a company is asked. */
  hours: {
    at: {
      input: z.object({ at: z.array(instant).min(1).max(100), about: HoursSubject.default({}) }).strict(),
      output: z.object({ times: z.array(HoursAnswer) }),
      limitMs: 5_000,
    },
  },
  /** Surveys of contacts. */
  survey: {
    /** Surveys that can be asked for. */
    list: {
      input: z.object({}).strict(),
      output: z.object({ surveys: z.array(z.object({ id: z.string(), name: z.string() })).max(100) }),
      limitMs: 5_000,
    },
    /** Asks the contact of a ticket once it is closed; false where the survey's own rules forbid it. */
    request: {
      input: z.object({ ticketId: id<TicketId>(), survey: z.string().min(1).max(100) }).strict(),
      output: z.object({ requested: z.boolean() }),
      limitMs: 5_000,
    },
  },
} as const satisfies Record<string, Record<string, ServiceMethod>>

/** All kinds, by name. */
export type ServiceKinds = typeof serviceKinds
/** Name of a kind of services. */
export type ServiceKind = keyof ServiceKinds
export const ServiceKind = z.enum(Object.keys(serviceKinds) as [ServiceKind, ...ServiceKind[]])

/** Names of methods, `hours.at`. */
export type ServiceMethodName = { [K in ServiceKind]: `${K}.${keyof ServiceKinds[K] & string}` }[ServiceKind]
/** The method of a name. */
export type ServiceMethodOf<N extends ServiceMethodName> = N extends `${infer K extends ServiceKind}.${infer M}`
  ? M extends keyof ServiceKinds[K]
    ? ServiceKinds[K][M] extends ServiceMethod
      ? ServiceKinds[K][M]
      : never
    : never
  : never
/** What a caller gives to a method. */
export type ServiceInput<N extends ServiceMethodName> = z.input<ServiceMethodOf<N>['input']>
/** What a method answers. */
export type ServiceOutput<N extends ServiceMethodName> = z.output<ServiceMethodOf<N>['output']>

/** Port for plugins that call services; see {@link CorePorts}. */
export interface ServicePort {
  /** Plugins that provide the kind and that the company can use, by id. */
  providers(kind: ServiceKind): Promise<ReadonlyArray<{ readonly plugin: string; readonly title: string }>>
  /**
   * Calls the provider, of several the first by id unless `provider` names one. Undefined where there is none: the
   * caller has a way without it.
   * @throws Refusal ERR_VALIDATION for the input, ERR_PLUGIN_FAILED, ERR_TIMEOUT, ERR_PLUGIN_UNAVAILABLE, and what the
   * provider refuses
   */
  call<N extends ServiceMethodName>(
    method: N,
    input: ServiceInput<N>,
    options?: { readonly provider?: string },
  ): Promise<ServiceOutput<N> | undefined>
}
