import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Context of the current work, carried through every await of it. The log reads it for its lines. The gate adds to it;
 * consumers, jobs and sessions open their own with {@link withContext}.
 */
export interface WorkContext {
  requestId?: string
  tenantId?: string
  plugin?: string
  /** `GET /tickets/:ticketId`, known once the request has found its route. */
  route?: string
  /** Headers that the answer to the request has, whatever it is. */
  answerHeaders?: Readonly<Record<string, string>>
}

const storage = new AsyncLocalStorage<WorkContext>()

export const withContext = <T>(context: WorkContext, work: () => T): T => storage.run(context, work)

const atRoot = AsyncLocalStorage.snapshot()

/**
 * Runs `work` as if the process had just started it: neither a request nor anything else that async local storage
 * carries is known inside, in all timers, sockets and promises that come of it. For what outlives the request that
 * happened to start it, or serves several at once: recurring work, batches, runners, sessions, listeners of the bus.
 */
export const withoutContext = <T>(work: () => T): T => atRoot(work)

/** The context of the current work; undefined outside of any. */
export const currentContext = (): WorkContext | undefined => storage.getStore()
