import { errorCatalogue, Refusal, type ErrorBody, type ErrorCode, type ErrorFacts } from '@recado/contracts'

/** PostgreSQL: connection lost, too many connections, out of resources, shutting down. postgres.js: its own names for the first. */
const databaseDown = /^(08|53)[0-9A-Z]{3}$|^57P0[1-3]$|^(CONNECTION_(CLOSED|ENDED|DESTROYED)|CONNECT_TIMEOUT)$/
/** Codes of sockets. postgres.js passes them on as they are; a failed `fetch` wraps them in a TypeError. */
const socketDown = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT', 'EHOSTUNREACH'])
const queryCanceled = '57014'

/** Whether the failure means that the database cannot be reached or takes no more work. Wrapping errors are looked through. */
export function isDatabaseDown(error: unknown): boolean {
  for (const link of causes(error)) {
    if (databaseDown.test(codeOf(link))) return true
    if (socketDown.has(codeOf(link)) && (link as { syscall?: string }).syscall !== undefined) return !isFetchFailure(error)
  }
  return false
}

/**
 * The refusal that an error becomes. A refusal stays what it is, a database that is away is ERR_UNAVAILABLE, a
 * statement that ran too long ERR_TIMEOUT, and anything else, thrown strings included, is a fault of its owner.
 */
export function refusalOf(error: unknown, owner: string): Refusal {
  if (Refusal.is(error)) return error
  if (isDatabaseDown(error)) return new Refusal('ERR_UNAVAILABLE', { retryAfterSeconds: 2 }, { cause: error })
  if (causes(error).some((link) => codeOf(link) === queryCanceled)) return new Refusal('ERR_TIMEOUT', {}, { cause: error })
  return new Refusal(owner === 'core' ? 'ERR_INTERNAL' : 'ERR_PLUGIN_FAILED', {}, { cause: error })
}

/** `{ error, requestId, …facts }`. Only the facts of the contract leave; whatever else a thrower attached stays. */
export function refusalBody(refusal: Pick<Refusal, 'code' | 'facts'>, requestId: string): ErrorBody {
  const { ticketId, retryAfterSeconds, issues, detail, limit, numbers = [] }: ErrorFacts = refusal.facts
  return {
    error: [refusal.code, ...numbers].join(':'), requestId, ...(ticketId !== undefined && { ticketId }), ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(issues && { issues: [...issues] }), ...(detail !== undefined && { detail }), ...(limit !== undefined && { limit }),
  }
}

/** The HTTP status of a code. A code outside the catalogue, thrown by a careless plugin, counts as a fault. */
export const statusOf = (code: ErrorCode): number => errorCatalogue[code]?.status ?? 500

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '')

function causes(error: unknown): object[] {
  const found: object[] = []
  for (let link = error; typeof link === 'object' && link !== null && found.length < 8; link = (link as { cause?: unknown }).cause) found.push(link)
  return found
}

const isFetchFailure = (error: unknown): boolean => causes(error).some((link) => link instanceof TypeError)
