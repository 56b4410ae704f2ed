import type { ErrorCode, PluginErrors, RouteRequest, RouteSpec, Viewer } from '@recado/contracts'
import type { LiveSession } from './live-session.ts'

/** The caller, as the gate determined it. A handler trusts nothing else. */
export type Caller =
  | ({ readonly kind: 'session' } & LiveSession)
  | { readonly kind: 'connection'; readonly connectionId: string }
  | { readonly kind: 'company'; readonly address: string }
  | ({ readonly kind: 'key' } & KeyHolder)
  | { readonly kind: 'public' }

/** The program that a key names: its company, and what of the plugin the key stands for. */
export interface KeyHolder {
  readonly tenantId: string
  readonly keyId: string
  readonly holder: string
}

/** Whether a caller has shown within the last minutes who they are. A program with a token never has. */
export type IsConfirmed = (caller: Caller) => boolean

/** A route ready to be mounted: its data, its full path and its code. `owner` is `core` or a plugin's id. */
export interface BoundRoute {
  readonly owner: string
  /** Codes that its plugin declares. */
  readonly errors?: PluginErrors | undefined
  readonly path: string
  readonly spec: RouteSpec
  /** Pages of other origins may call it and read its answers, without cookies: see `cross-origin.ts`. */
  readonly isCrossOrigin?: true
  /** How a program that is not admitted learns where to ask, for `WWW-Authenticate` (RFC 9728, 5.1). */
  challenge?(request: URL): string | undefined
  /** Largest single file of an upload in bytes, where it is not the product's 10 MB, and the code for a larger one. */
  readonly maxFile?: { readonly bytes: number; readonly code: ErrorCode }
  // The registry holds routes of every type; bindRoute keeps spec and handler consistent where they are written.
  handle(request: RouteRequest<RouteSpec>, caller: Caller, raw: Request): unknown
}

/** Binds a handler of core to its route. */
export const bindRoute = <R extends RouteSpec>(
  spec: R,
  handle: (request: RouteRequest<R>, caller: Caller, raw: Request) => unknown,
): BoundRoute => ({ owner: 'core', path: spec.path, spec, handle: handle as BoundRoute['handle'] })

/** The route, for programs that run in pages of other origins too. */
export const crossOrigin = (route: BoundRoute): BoundRoute => ({ ...route, isCrossOrigin: true })

/** The signed-in caller of a `session` route. The gate guarantees it; a route of another kind must not ask. */
export function viewerOf(caller: Caller): Viewer {
  if (caller.kind !== 'session') throw new Error('a route without session access asked for its viewer')
  return caller.viewer
}

/** Turns request headers into a signed-in user. Refuses with ERR_SESSION_EXPIRED, ERR_SESSION_ENDED and their kin. */
export interface Authenticator {
  /**
   * `owner`: whose route is called, `core` or a plugin's id. A token that a plugin issued is accepted at its own alone.
   */
  authenticate(headers: Headers, owner: string): Promise<LiveSession>
}

/** Finds whom a key of a plugin stands for. Refuses with ERR_TOKEN_REFUSED. */
export interface KeyAuthenticator {
  authenticate(plugin: string, text: string | null): Promise<KeyHolder>
}

/** Headers by name; a list is one line each, as cookies need it. */
export type AnswerHeaders = Readonly<Record<string, string | readonly string[]>>

/**
 * An answer that brings headers of its own (a cookie, how long it may be kept). The gate treats `body` like any answer.
 */
export class AnswerWithHeaders {
  readonly body: unknown
  readonly headers: AnswerHeaders
  constructor(body: unknown, headers: AnswerHeaders) {
    this.body = body
    this.headers = headers
  }
}
