import type { Logger } from '@recado/sdk'

type Line = (facts: unknown, message?: string) => void

/** Baileys' logger on the connection's: only what went wrong, without contents and keys. */
export function loggerFor(log: Logger, connection: string) {
  const line =
    (level: 'debug' | 'info'): Line =>
    (facts, message) => {
      const error = (facts as { err?: unknown; error?: unknown; trace?: unknown } | null)?.err
      log[level]({ connection, ...(error instanceof Error && { err: error }) }, message ?? 'WhatsApp client')
    }
  const silent: Line = () => undefined
  const logger = {
    level: 'warn',
    child: () => logger,
    trace: silent,
    debug: silent,
    info: silent,
    warn: line('debug'),
    error: line('info'),
  }
  return logger
}
