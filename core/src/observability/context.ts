import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * What is known of the work at hand, carried through every await of it. The log reads it for its lines. The gate fills
 * it in as it learns more; consumers, jobs and sessions open their own with {@link withContext}.
 */
export interface WorkContext {
  requestId?: string
  tenantId?: string
  plugin?: string
  /** `GET /tickets/:ticketId`, known once the request has found its route. */
  route?: string
}

const storage = new AsyncLocalStorage<WorkContext>()

export const withContext = <T>(context: WorkContext, work: () => T): T => storage.run(context, work)

/** The context of the current work; undefined outside of any. */
export const currentContext = (): WorkContext | undefined => storage.getStore()
