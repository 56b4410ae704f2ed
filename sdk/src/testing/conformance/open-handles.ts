import { AsyncLocalStorage, createHook } from 'node:async_hooks'

/** Kinds of handles that keep a process, or a provider's connection, open. Every other one ends without help. */
const watched = new Set([
  'Timeout',
  'TCPWRAP',
  'TCPSERVERWRAP',
  'TLSWRAP',
  'UDPWRAP',
  'PIPEWRAP',
  'PIPESERVERWRAP',
  'Worker',
  'PROCESSWRAP',
  'FSEVENTWRAP',
  'STATWATCHER',
])

const scope = new AsyncLocalStorage<object>()

/** Runs work whose handles belong to nobody: the suite's own sockets. */
export const outside = <T>(work: () => T): T => scope.exit(work)

/** Timers and sockets that were opened inside {@link OpenHandles.inside} and are still there. */
export interface OpenHandles extends Disposable {
  /** Runs the adapter's code and counts the handles that it opens, directly or indirectly. */
  inside<T>(work: () => T): T
  /** Kinds of what is open now. */
  open(): string[]
}

/**
 * Counts handles by the code that opened them, so that handles of other tests do not matter. `AbortSignal.timeout` is
 * not counted: it ends without help and keeps no process running.
 */
export function openHandles(): OpenHandles {
  const mine = {}
  const live = new Map<number, string>()
  const hook = createHook({
    init(id, type) {
      if (watched.has(type) && scope.getStore() === mine && !isAbortTimeout(type)) live.set(id, type)
    },
    destroy(id) {
      live.delete(id)
    },
  }).enable()
  return {
    inside: (work) => scope.run(mine, work),
    open: () => [...live.values()],
    [Symbol.dispose]: () => {
      hook.disable()
    },
  }
}

const isAbortTimeout = (type: string): boolean =>
  type === 'Timeout' && (new Error().stack ?? '').includes('node:internal/abort_controller')
