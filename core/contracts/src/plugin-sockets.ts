import type * as z from 'zod'
import type { PluginContext, PublicContext, AnyShape } from './plugin-context.ts'

/** Bytes of one message from a client where a socket declares no limit, and the most that it may declare. */
export const socketMessageBytes = { usual: 16_384, most: 262_144 } as const

/**
 * A WebSocket that clients open at a path of a plugin, as data. Messages are texts of JSON, both ways. Anybody may open
 * one, from any origin: who they are is told by a pass (`ctx.passes`), and a client that shows none within
 * twenty seconds is hung up on. Core bounds what each costs: docs/plugins/visitors.md.
 */
export interface SocketSpec<In extends z.ZodType = z.ZodType, Out extends z.ZodType = z.ZodType> {
  /** `/live`, without parameters; the plugin's paths are below `/p/<id>`. */
  readonly path: `/${string}`
  /** Product path that leads here too, as `claims` does for routes: `/cable`. */
  readonly claim?: `/${string}`
  readonly summary: string
  /** Subprotocols that it speaks, the best first. A client that asks for others alone gets none of them. */
  readonly protocols?: readonly string[]
  /** Messages of clients. One that does not match ends the socket. */
  readonly receives: In
  /** Messages to clients, in the form that is sent. */
  readonly sends: Out
  /** Bytes of one message of a client: 16,384 if absent, 262,144 at most. A longer one ends the socket. */
  readonly maxMessage?: number
}

/** Declares a socket, keeping the exact types of its messages. */
export const defineSocket = <In extends z.ZodType, Out extends z.ZodType>(
  socket: SocketSpec<In, Out>,
): SocketSpec<In, Out> => socket

/** One open socket, as the code of a plugin holds it. */
export interface PluginSocket<Message = unknown> {
  /** The subprotocol that was agreed; empty where there is none. */
  readonly protocol: string
  /**
   * Sends a message; a call after the end does nothing. Messages wait while the client is slow, and a client that lets
   * a megabyte wait, or takes nothing for ten seconds, is hung up on. @throws TypeError for what `sends` does not allow
   */
  send(message: Message): void
  /** Sends what `make` answers, again and again until the socket ends, and not while earlier messages wait. */
  repeat(everyMs: number, make: () => Message): void
  /** Ends the socket after what was sent. `refused`: the client need not come back as it is. */
  close(reason?: 'done' | 'refused'): void
  /** Aborted at the end, whoever ended it: also when the plugin is switched off, and when the node stops. */
  readonly signal: AbortSignal
}

/** Who holds a pass: its subject, and the plugin at its work for their company, until the socket ends. */
export interface SocketGuest<D extends AnyShape = AnyShape> {
  readonly subject: string
  readonly ctx: PluginContext<D>
}

/** In a socket nobody is known until they show a pass. */
export type SocketContext<D extends AnyShape = AnyShape> = Omit<PublicContext, 'captcha'> & {
  /**
   * The holder of a pass; undefined for what is none, and where the company is blocked or has the plugin switched off.
   * Four passes at most are taken by one socket. A subject has eight sockets on a node: the ninth ends the oldest.
   * @throws Refusal ERR_TOO_MANY_STREAMS where the network or the company has as many as it may
   */
  enter(pass: string): Promise<SocketGuest<D> | undefined>
}

/** What becomes of an open socket. */
export interface SocketSession<Message = unknown> {
  /**
   * A message of the client, which matches `receives`. One at a time, in order, 10 s at most: the client is not read
   * while several wait. What it throws ends the socket; a refusal does not count as a fault of the plugin.
   */
  receive(message: Message): void | Promise<void>
}

/** The code of a socket: called when a client has opened it, 10 s at most. */
export type SocketCode<S extends SocketSpec, D extends AnyShape = AnyShape> = (
  socket: PluginSocket<z.input<S['sends']>>,
  ctx: SocketContext<D>,
) => SocketSession<z.output<S['receives']>> | Promise<SocketSession<z.output<S['receives']>>>
