import {
  Refusal,
  type PluginContext,
  type PluginModule,
  type PluginSocket,
  type SocketCode,
  type SocketContext,
  type SocketPasses,
  type SocketSession,
  type SocketSpec,
} from '@recado/contracts'
import { randomUUID } from 'node:crypto'
import * as z from 'zod'

/** A client at a socket of a plugin, as a test holds it. */
export interface TestSocket {
  /** What it was told, in order, as it would go over the wire. */
  readonly told: readonly unknown[]
  /** Why it was ended; undefined while it is open. `failed`: by a fault of the code, `left`: by the client. */
  readonly ended: 'done' | 'refused' | 'invalid' | 'failed' | 'left' | undefined
  /** Sends a message as a client does; resolves when the plugin's code is done with it. */
  say(message: unknown): Promise<void>
  /** Sends what is repeated once more, whatever its time. */
  beat(): void
  /** The client goes away. */
  leave(): void
}

/** Passes of one company in memory. */
export class MemoryPasses implements SocketPasses {
  readonly #bySubject = new Map<string, string>()

  for(subject: string): string {
    const pass = this.#bySubject.get(subject) ?? `pass-${randomUUID()}`
    this.#bySubject.set(subject, pass)
    return pass
  }

  /** Undefined for what this company did not give out. */
  subjectOf(pass: string): string | undefined {
    return [...this.#bySubject].find(([, given]) => given === pass)?.[0]
  }
}

interface Parts {
  readonly plugin: PluginModule
  readonly passes: MemoryPasses
  context(): PluginContext
  failed(error: unknown): void
}

/** @throws Refusal ERR_NOT_FOUND where the plugin has no socket at the path */
export async function openSocket({ plugin, passes, context, failed }: Parts, path: string): Promise<TestSocket> {
  const { id, sockets } = plugin.definition
  const found = Object.entries(sockets as Readonly<Record<string, SocketSpec>>).find(
    ([, spec]) => path === `/p/${id}${spec.path}` || path === spec.claim,
  )
  if (!found) throw new Refusal('ERR_NOT_FOUND')
  const [name, spec] = found
  const told: unknown[] = []
  const repeated: (() => unknown)[] = []
  const end = new AbortController()
  let ended: TestSocket['ended']
  const finish = (reason: NonNullable<TestSocket['ended']>): void => {
    ended ??= reason
    end.abort(new Error('the socket has ended'))
  }
  const socket: PluginSocket = {
    protocol: spec.protocols?.[0] ?? '',
    signal: end.signal,
    send(message) {
      if (ended !== undefined) return
      const parsed = spec.sends.safeParse(message)
      if (!parsed.success)
        throw new TypeError(`the message does not match its schema: ${z.prettifyError(parsed.error)}`)
      told.push(JSON.parse(JSON.stringify(message)))
    },
    repeat: (_everyMs, make) => void repeated.push(make),
    close: (reason = 'done') => finish(reason),
  }
  const guarded = async <T>(work: () => T | Promise<T>): Promise<T | undefined> => {
    try {
      return await work()
    } catch (error) {
      finish(Refusal.is(error) ? 'refused' : 'failed')
      if (!Refusal.is(error)) failed(error)
      return undefined
    }
  }
  const ctx: SocketContext = {
    log: context().log,
    fetch: context().fetch,
    signal: end.signal,
    enter: async (pass) => {
      const subject = passes.subjectOf(pass)
      return subject === undefined ? undefined : { subject, ctx: { ...context(), signal: end.signal } }
    },
  }
  const code = (plugin.implementation.sockets as Readonly<Record<string, SocketCode<SocketSpec>>>)[name]!
  const session: SocketSession | undefined = await guarded(() => code(socket, ctx))
  return {
    told,
    get ended() {
      return ended
    },
    async say(message) {
      if (ended !== undefined || !session) return
      const parsed = spec.receives.safeParse(JSON.parse(JSON.stringify(message)))
      if (parsed.success) await guarded(() => session.receive(parsed.data))
      else finish('invalid')
    },
    beat() {
      for (const make of repeated) socket.send(make())
    },
    leave: () => finish('left'),
  }
}
