import type { ErrorBody, ErrorCode } from '@recado/contracts'

const apiErrorMark = Symbol.for('@recado/sdk/ApiError')

/** Codes that never left a server: the network failed, or an answer was not ours. */
export type ClientErrorCode = 'ERR_NETWORK' | 'ERR_ABORTED' | 'ERR_UNREADABLE_ANSWER'
/** Facts of a refusal beside its code: a field, a wait, a limit. */
export type ApiErrorFacts = Omit<ErrorBody, 'error'>

/** Exception of every failed call. `code` has a sentence in namespace `errors`; `status` is 0 when no answer came. */
export class ApiError extends Error {
  readonly [apiErrorMark] = true
  readonly code: ErrorCode | ClientErrorCode | (string & {})
  readonly status: number
  readonly facts: ApiErrorFacts
  constructor(code: ApiError['code'], status: number, facts: ApiErrorFacts = {}, options?: { cause?: unknown }) {
    super(code, options)
    this.name = 'ApiError'
    this.code = code
    this.status = status
    this.facts = facts
  }
  /** `instanceof` fails across duplicated bundles, so the error is known by its mark. */
  static is(value: unknown): value is ApiError {
    return typeof value === 'object' && value !== null && apiErrorMark in value
  }
}
