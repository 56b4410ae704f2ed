import { pino, stdSerializers, type DestinationStream, type Logger as PinoLogger } from 'pino'
import type { Config } from '../base/config.ts'
import { currentContext } from '../base/context.ts'

/** Keys whose values are never written, at the top of a line's facts and up to two levels down. */
const secretKeys = [
  'authorization',
  'cookie',
  'password',
  'passwordHash',
  'token',
  'accessToken',
  'refreshToken',
  'refresh_token',
  'secret',
  'apiKey',
  'api_key',
  'hookSecret',
  'signature',
  'otp',
  'code_verifier',
  'body',
  'text',
  'parts',
]
const redacted = secretKeys
  .flatMap((key) => [key, `*.${key}`, `*.*.${key}`, `headers["${key}"]`])
  .concat('headers["set-cookie"]', '*.headers["set-cookie"]', '["x-api-key"]', 'headers["x-api-key"]')

/**
 * The structured log: one JSON object a line, with tenant, plugin, request and route of the work at hand. Facts are
 * ids, counts and codes; bodies of messages and secrets do not belong into them, and known names of such are blanked.
 */
export function createLog(level: Config['logLevel'], destination?: DestinationStream): PinoLogger {
  const options = {
    level,
    base: null,
    timestamp: () => `,"at":"${new Date().toISOString()}"`,
    messageKey: 'message',
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: redacted, censor: '[redacted]' },
    serializers: { ...stdSerializers, err: describeError, error: describeError },
    mixin: () => {
      const { requestId, tenantId, plugin, route } = currentContext() ?? {}
      return {
        ...(requestId && { requestId }),
        ...(tenantId && { tenantId }),
        ...(plugin && { plugin }),
        ...(route && { route }),
      }
    },
  }
  return destination ? pino(options, destination) : pino(options)
}

const facts = [
  'code',
  'severity',
  'constraint_name',
  'table_name',
  'schema_name',
  'routine',
  'syscall',
  'address',
  'port',
  'path',
] as const
const deepest = 4

/** An error without data: kind, message, place. */
export function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error))
    return { type: typeof error, message: typeof error === 'string' ? withoutParameters(error) : undefined }
  const known = error as Error & Record<string, unknown>
  const frames = (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 12)
    .map((line) => line.trim())
  return {
    type: error.name,
    message: withoutParameters(error.message),
    stack: frames.join('\n'),
    ...Object.fromEntries(
      facts
        .filter((key) => typeof known[key] === 'string' || typeof known[key] === 'number')
        .map((key) => [key, known[key]]),
    ),
    ...(error.cause !== undefined && depth < deepest && { cause: describeError(error.cause, depth + 1) }),
  }
}

const withoutParameters = (message: string): string => message.split(/\n?params: /, 1)[0]!.slice(0, 1_000)
