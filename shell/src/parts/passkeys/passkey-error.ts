import type { PasskeyFailure } from './passkey-failure.ts'

/** A ceremony that came to nothing, with why in the names of `passkeyFailure`. */
export class PasskeyError extends Error {
  override readonly name = 'PasskeyError'
  readonly failure: PasskeyFailure
  constructor(failure: PasskeyFailure, options?: { cause?: unknown }) {
    super(failure, options)
    this.failure = failure
  }
}
