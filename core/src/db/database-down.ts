import { setTimeout as delay } from 'node:timers/promises'

/**
 * PostgreSQL: connection lost, too many connections, out of resources, shutting down. postgres.js: its own names for
 * the first.
 */
const databaseDown =
  /^(08|53)[0-9A-Z]{3}$|^57P0[1-3]$|^(CONNECTION_(CLOSED|ENDED|DESTROYED|UNANSWERED)|CONNECT_TIMEOUT)$/
/** Codes of sockets. postgres.js passes them on as they are; a failed `fetch` wraps them in a TypeError. */
const socketDown = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT', 'EHOSTUNREACH'])

/**
 * Whether the failure means that the database cannot be reached or takes no more work. Wrapping errors are looked
 * through.
 */
export function isDatabaseDown(error: unknown): boolean {
  for (const link of causes(error)) {
    if (databaseDown.test(codeOf(link))) return true
    if (socketDown.has(codeOf(link)) && (link as { syscall?: string }).syscall !== undefined)
      return !isFetchFailure(error)
  }
  return false
}

/** The code that an error carries: SQLSTATE, postgres.js or the socket's. */
export const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '')

/** An error and what it wraps, outermost first. */
export function causes(error: unknown): object[] {
  const found: object[] = []
  for (
    let link = error;
    typeof link === 'object' && link !== null && found.length < 8;
    link = (link as { cause?: unknown }).cause
  )
    found.push(link)
  return found
}

const isFetchFailure = (error: unknown): boolean => causes(error).some((link) => link instanceof TypeError)

const tryAgainMs = 250

/**
 * Does work again and again while the database is away, until it is done, fails for another reason, or `signal` is
 * aborted. The work may be done twice where its answer was lost: it has to bear that.
 */
export async function outlast<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (signal.aborted || !isDatabaseDown(error)) throw error
      await delay(tryAgainMs)
    }
  }
}
