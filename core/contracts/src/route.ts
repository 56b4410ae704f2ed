import * as z from 'zod'
import type { Tier } from './tier.ts'

/** Budgets of the rate limiter for routes. The figures and windows are in core/src/http/rate.ts. */
export const rateClasses = [
  'read',
  'write',
  'auth',
  'search',
  'upload',
  'webhook',
  // Budgets of people who are not signed in. Those from `visitor` on are counted for each visitor too: see VisitorPort.
  'visitor',
  'visitorSession',
  'visitorMessage',
  'visitorUpload',
  'visitorStream',
] as const
/** Name of a budget of the rate limiter, for `rate` of a route. */
export type RateClass = (typeof rateClasses)[number]

/**
 * Allowed callers of a route. `session`: a signed-in user holding `permission`. `connection`: anyone, for one
 * connection named by the path parameter `:connectionId`; the handler must authenticate the visitor itself. `company`:
 * anyone, for the company whose public address (see {@link CompanyAddress}) is the path parameter `:company`; an
 * address that nobody has, a blocked company and one with the plugin switched off are answered alike, ERR_NOT_FOUND.
 * `key`: a program with a key that the plugin issued, which names the company (see {@link PluginKeyPort}). `public`:
 * anyone.
 */
export type Access =
  | {
      readonly kind: 'session'
      readonly permission: string
      /** The user must have shown who they are within the last minutes; otherwise ERR_CONFIRMATION_REQUIRED. */
      readonly confirmed?: true
      /** Also for users who have not accepted the privacy notice yet, and for companies whose licence is blocked. */
      readonly unsettled?: true
      /**
       * Also for users who have yet to set up the second factor that their company requires. Of the product's own
       * routes; on a plugin's it means nothing.
       */
      readonly enrolling?: true
    }
  | { readonly kind: 'connection' }
  | { readonly kind: 'company' }
  | {
      readonly kind: 'key'
      /**
       * Header with the key, in lower case, where it does not come as `Authorization: Bearer`. Its underscores may
       * arrive as hyphens.
       */
      readonly header?: string
    }
  | { readonly kind: 'public' }

/**
 * A file of a multipart request, already size-checked and sniffed. `mime` is determined from the bytes, `claimed` is
 * the client's declaration.
 */
export interface UploadedFile {
  readonly field: string
  readonly name: string
  readonly mime: string
  readonly claimed: string
  readonly bytes: Uint8Array
}

/**
 * A route as data. Core mounts it behind authentication, permission, tier, rate limit and body limit and validates
 * both ways: undeclared keys in a request are refused, undeclared keys in an answer are stripped. The same data
 * becomes the OpenAPI document. A route without `access` does not compile and cannot be mounted.
 *
 * `multipart`: `body` describes the text fields, files arrive beside it. `response: 'stream'`: server-sent events.
 * `response: 'bytes'`: the handler answers a web `Response` (downloads, pages).
 */
export interface RouteSpec<
  Params extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType | 'stream' | 'bytes' = z.ZodType | 'stream' | 'bytes',
  Who extends Access = Access,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /**
   * `/tickets/:ticketId`; matched with and without a trailing slash. A plugin's paths are below `/p/<id>` unless
   * claimed.
   */
  readonly path: `/${string}`
  readonly summary: string
  readonly access: Who
  /**
   * The lowest tier of a company that may call it, where that is not its plugin's. Lower ones get ERR_TIER_REQUIRED.
   */
  readonly tier?: Tier
  readonly rate: RateClass
  /** Its request or its answer holds a secret: neither is kept, also not to answer a repeated POST the same. */
  readonly confidential?: true
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  readonly encoding?: 'json' | 'multipart'
  /** Bytes; 1 MB for JSON and 50 MB for multipart when absent (S7-003). */
  readonly maxBody?: number
  readonly response: Answer
  /**
   * Longest run of a plugin's handler, in milliseconds: 10,000 if absent, 300,000 at most. What an open stream sends
   * has no such limit.
   */
  readonly limitMs?: number
  /** Of a good answer; 200 when absent. */
  readonly status?: 200 | 201 | 202 | 204
  /**
   * Refusals this route may answer beside the general ones, core's and those that the plugin declares; listed in the
   * OpenAPI document.
   */
  readonly errors?: readonly string[]
}

/** One server-sent event. `id` comes back as `lastEventId` when the client reconnects. */
export interface StreamEvent {
  readonly id?: string
  readonly event?: string
  readonly data: unknown
}

// A route's schemas are optional properties, so undefined must be taken off before asking what they produce.
type Parsed<S> = NonNullable<S> extends z.ZodType ? z.output<NonNullable<S>> : Record<string, never>

/** Input of a handler: validated, with the abort signal of the request. */
export interface RouteRequest<R extends RouteSpec> {
  readonly params: Parsed<R['params']>
  readonly query: Parsed<R['query']>
  readonly body: Parsed<R['body']>
  readonly files: readonly UploadedFile[]
  readonly headers: Headers
  /** The caller's address behind the configured proxies; for limits and logs, not for identity. */
  readonly ip: string
  readonly url: URL
  readonly requestId: string
  /** `Last-Event-ID` of a resumed stream. */
  readonly lastEventId: string | undefined
  readonly signal: AbortSignal
}

/** Answer of a handler, from `response` of its route: events, a web `Response`, or the input type of the schema. */
export type RouteAnswer<R extends RouteSpec> = R['response'] extends 'stream'
  ? AsyncIterable<StreamEvent>
  : R['response'] extends 'bytes'
    ? Response
    : R['response'] extends z.ZodType
      ? z.input<R['response']>
      : never

/**
 * Declares a route, keeping the exact types of its schemas and of who may call it: the latter decides which context its
 * handler gets.
 */
export const defineRoute = <
  const P extends z.ZodObject,
  const Q extends z.ZodObject,
  B extends z.ZodType,
  const A extends z.ZodType | 'stream' | 'bytes',
  const W extends Access,
>(
  route: RouteSpec<P, Q, B, A, W>,
): RouteSpec<P, Q, B, A, W> => route

/** Schema of an answer without content. */
export const Empty = z.object({})
