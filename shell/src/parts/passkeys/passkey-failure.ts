import { ApiError } from '@recado/sdk/ui'

/** Why a passkey did not work, as it is told (S8-112…122): key of its texts below `passkeys:failure`. */
export const passkeyFailures = [
  'unsupported',
  'insecure',
  'unfamiliar',
  'timeout',
  'cancelled',
  'denied',
  'aborted',
  'security',
  'inUse',
  'userNotFound',
  'noPasskey',
  'notVerified',
  'failed',
] as const
export type PasskeyFailure = (typeof passkeyFailures)[number]
export type Ceremony = 'register' | 'signIn'

export interface Attempt {
  readonly ceremony: Ceremony
  /** Milliseconds from asking the browser until it gave up. */
  readonly elapsed: number
  /** Milliseconds that the browser was told to wait. */
  readonly timeout: number
}

/** A dialog closed within this time was not read: browser or device refused. Milliseconds. */
const noPersonIsFaster = 200
/** Browsers round the time they wait. Milliseconds. */
const roundedBy = 1_500

const byServerCode: Readonly<Record<string, PasskeyFailure>> = {
  ERR_PASSKEY_REFUSED: 'unfamiliar',
  ERR_PASSKEY_ORIGIN: 'insecure',
  ERR_PASSKEY_IN_USE: 'inUse',
  ERR_NO_USER_FOUND: 'userNotFound',
  ERR_NO_PASSKEY_FOUND: 'noPasskey',
}

/**
 * Kind of a failure of a passkey, from the browser or the server. Undefined for a refusal of the server with a text of
 * its own. Browsers answer NotAllowedError for nearly everything, to hide the device's state from pages: the elapsed
 * time distinguishes a cancelled dialog from an unanswered one.
 */
export function passkeyFailure(error: unknown, attempt: Attempt): PasskeyFailure | undefined {
  if (ApiError.is(error)) return byServerCode[error.code]
  switch (error instanceof Error ? error.name : '') {
    case 'NotAllowedError':
      if (attempt.elapsed >= attempt.timeout - roundedBy) return 'timeout'
      return attempt.elapsed < noPersonIsFaster ? 'denied' : 'cancelled'
    case 'TimeoutError':
      return 'timeout'
    case 'AbortError':
      return 'aborted'
    case 'SecurityError':
      return 'security'
    case 'InvalidStateError':
      return attempt.ceremony === 'register' ? 'inUse' : 'unfamiliar'
    case 'NotSupportedError':
      return 'unsupported'
    case 'ConstraintError':
      return 'notVerified'
    default:
      return 'failed'
  }
}

/**
 * Obstacles to passkeys that exist beforehand: an address without https, or a browser without them (S5-018, S5-019).
 */
export function passkeyObstacle(page: {
  readonly isSecureContext: boolean
  readonly PublicKeyCredential?: unknown
}): 'insecure' | 'unsupported' | undefined {
  if (!page.isSecureContext) return 'insecure'
  return typeof page.PublicKeyCredential === 'function' ? undefined : 'unsupported'
}
