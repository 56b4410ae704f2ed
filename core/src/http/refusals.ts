import { errorCatalogue, isCoreError, PluginRefusal, Refusal, type ErrorBody, type ErrorFacts } from '@recado/contracts'
import { causes, codeOf, isDatabaseDown } from '../db/database-down.ts'

const queryCanceled = '57014'

/**
 * The refusal that an error becomes. A refusal stays what it is, a database that is away is ERR_UNAVAILABLE, a
 * statement that ran too long ERR_TIMEOUT, and anything else, thrown strings included, is a fault of its owner.
 */
export function refusalOf(error: unknown, owner: string): Refusal {
  if (Refusal.is(error)) return error
  if (isDatabaseDown(error)) return new Refusal('ERR_UNAVAILABLE', { retryAfterSeconds: 2 }, { cause: error })
  if (causes(error).some((link) => codeOf(link) === queryCanceled))
    return new Refusal('ERR_TIMEOUT', {}, { cause: error })
  return new Refusal(owner === 'core' ? 'ERR_INTERNAL' : 'ERR_PLUGIN_FAILED', {}, { cause: error })
}

/**
 * `{ error, requestId, …facts }`. Only the facts of the contract are answered; other properties of the error are not.
 */
export function refusalBody(refusal: Pick<Refusal, 'code' | 'facts'>, requestId: string): ErrorBody {
  const { ticketId, retryAfterSeconds, issues, detail, limit, numbers = [] }: ErrorFacts = refusal.facts
  return {
    error: [refusal.code, ...numbers].join(':'),
    requestId,
    ...(ticketId !== undefined && { ticketId }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(issues && { issues: [...issues] }),
    ...(detail !== undefined && { detail }),
    ...(limit !== undefined && { limit }),
  }
}

/**
 * The HTTP status of a refusal: core decides that of its codes, the guard that of a plugin's. Any other code counts as
 * a fault.
 */
export const statusOf = (refusal: Refusal): number => {
  if (isCoreError(refusal.code)) return errorCatalogue[refusal.code].status
  return refusal instanceof PluginRefusal ? refusal.status : 500
}
