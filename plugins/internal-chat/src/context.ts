import type { PluginContext, RouteAnswer, RouteRequest, SessionContext, ShapeOf } from '@recado/sdk'
import type { Definition } from './plugin.ts'
import type { routes } from './routes.ts'

/** Context of every call of this plugin. */
export type Context = PluginContext<ShapeOf<Definition>>
/** Context of a call of a user. */
export type UserContext = SessionContext<ShapeOf<Definition>>
export type Handler<Name extends keyof typeof routes> = (
  request: RouteRequest<(typeof routes)[Name]>,
  ctx: UserContext,
) => Promise<RouteAnswer<(typeof routes)[Name]>>
