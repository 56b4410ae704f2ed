import { BackupError } from './backups/backup-error.ts'
import { ConfigError } from './base/config.ts'
import { EmbeddedPostgresError } from './db/embedded.ts'
import { MigrationError } from './db/migration-error.ts'
import { AnotherNodeError } from './nodes/membership.ts'

interface Coded {
  readonly code?: unknown
  readonly syscall?: unknown
  readonly message?: unknown
}

const listenSentences: Readonly<Record<string, string>> = {
  EADDRINUSE: 'The port is in use by another program; choose one with PORT',
  EADDRNOTAVAIL: 'HOST is not an address of this machine',
  ENOTFOUND: 'HOST is not an address of this machine',
  EACCES: 'PORT may not be used by this account; choose one above 1023',
}

/** Errors whose messages are made for the person who started it. */
const forPeople = [BackupError, ConfigError, EmbeddedPostgresError, MigrationError, AnotherNodeError]

/**
 * Why a start failed, as a sentence for the person who started it; undefined for a fault of the program, which needs
 * its stack.
 */
export function startFailure(error: unknown): string | undefined {
  if (forPeople.some((kind) => error instanceof kind)) return (error as Error).message
  const { code, syscall } = error as Coded
  return syscall === 'listen' || (syscall === 'getaddrinfo' && code === 'ENOTFOUND')
    ? listenSentences[String(code)]
    : undefined
}

/** SQLSTATE classes about the address, its account and its rights, and not about the statement. */
const refusedBy = /^(08|28|3D|53|57)[0-9A-Z]{3}$|^42501$/
const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_UNANSWERED',
])

/** The objection of the database behind DATABASE_URL, as an error for a person; any other error unchanged. */
export function databaseFailure(error: unknown): unknown {
  const code = String((error as Coded | null)?.code)
  if (!refusedBy.test(code) && !unreachable.has(code)) return error
  const rights =
    code === '42501'
      ? '; its account must own the database and be able to create roles, also such that bypass row-level security'
      : ''
  return new ConfigError(`DATABASE_URL cannot be used: ${String((error as Coded).message || code)}${rights}`, {
    cause: error,
  })
}
