import type { errors } from '../errors.ts'

export type FailureCode = Extract<keyof typeof errors, `ERR_AI_${string}`>

/** Why a model did not answer, by the code that people read. */
export class ModelFailure extends Error {
  readonly code: FailureCode
  constructor(code: FailureCode, options?: ErrorOptions) {
    super(code, options)
    this.name = 'ModelFailure'
    this.code = code
  }
}

/** Failures after which another model may answer. */
export const isOfModel = ({ code }: ModelFailure): boolean => code === 'ERR_AI_MODEL' || code === 'ERR_AI_BUSY'

interface ApiErrorShape {
  readonly status?: unknown
  readonly code?: unknown
  readonly type?: unknown
  readonly message?: unknown
}

const codes: readonly (readonly [RegExp, FailureCode])[] = [
  [/insufficient_quota|billing|credit balance/i, 'ERR_AI_QUOTA'],
  [/context_length|too long|too large|maximum context|token count.*exceeds/i, 'ERR_AI_TOO_LONG'],
  [/model_not_found|model.*(not (found|exist)|deprecated|decommissioned)/i, 'ERR_AI_MODEL'],
]
const statuses: Readonly<Record<number, FailureCode>> = {
  401: 'ERR_AI_KEY',
  402: 'ERR_AI_QUOTA',
  403: 'ERR_AI_KEY',
  404: 'ERR_AI_MODEL',
  413: 'ERR_AI_TOO_LONG',
  429: 'ERR_AI_BUSY',
  503: 'ERR_AI_BUSY',
  529: 'ERR_AI_BUSY',
}

/** What an exception of a client library means. Its words are read only where the status says too little. */
export function failureOf(error: unknown): ModelFailure {
  if (error instanceof ModelFailure) return error
  const { status, code, type, message } = (error ?? {}) as ApiErrorShape
  const cause = { cause: error }
  if (typeof status !== 'number') {
    const isUnreadable = error instanceof SyntaxError || error instanceof TypeError
    // A cut stream and a lost network are no answer; what cannot be read is a wrong one.
    return new ModelFailure(isUnreadable && !isNetworkError(error) ? 'ERR_AI_ANSWER' : 'ERR_AI_UNREACHABLE', cause)
  }
  const words = `${String(code ?? '')} ${String(type ?? '')} ${String(message ?? '')}`
  const told = status === 401 ? undefined : codes.find(([pattern]) => pattern.test(words))?.[1]
  return new ModelFailure(told ?? statuses[status] ?? (status >= 500 ? 'ERR_AI_UNREACHABLE' : 'ERR_AI_ANSWER'), cause)
}

/** `fetch` reports a lost connection as a TypeError with a cause. */
const isNetworkError = (error: Error): boolean => /fetch|terminated|network/i.test(error.message)
