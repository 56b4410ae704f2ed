import type { SessionState } from '@recado/sdk'

/** Why a connection to WhatsApp has ended. */
export interface Ending {
  /** Baileys' code of the reason. */
  readonly code: number
  /** WhatsApp took this device out of the account. */
  readonly isRemoved?: boolean
}

/** What is known of a number when its connection ends. */
export interface Standing {
  /** A phone has linked this connection before. */
  readonly isLinked: boolean
  /** Connections in a row that did not open. */
  readonly failures: number
  /** WhatsApp has asked for a passkey on this connection. */
  readonly asksForPasskey: boolean
  /** The version was found out anew since it was last refused. */
  readonly hasFreshVersion: boolean
  /** A phone has just taken this device into its account, and it has not logged in yet. */
  readonly isPairing: boolean
}

/** S4-057: a phone has scanned the code, or its code was typed there. */
export const pairing: SessionState = { state: 'needsAction', reason: 'login' }

/**
 * What follows: a new connection after a pause, or a person has to act. `wipe`: the login is worth nothing any more.
 */
export interface Step {
  readonly state: SessionState
  readonly next: 'reconnect' | 'wait' | 'refreshVersion'
  readonly afterMs: number
  readonly wipe: boolean
}

const longestPauseMs = 60_000
/** This many refusals of a login that was good before mean more than a bad network. */
const hardAfter = 5

const pause = (failures: number): number => Math.min(longestPauseMs, 1_000 * 2 ** Math.min(failures, 10))

const wait = (state: SessionState, wipe = false): Step => ({ state, next: 'wait', afterMs: 0, wipe })
const again = (state: SessionState, afterMs: number): Step => ({ state, next: 'reconnect', afterMs, wipe: false })

/**
 * What an ended connection means (reference: Baileys' `DisconnectReason`). Pure. Only a device that WhatsApp has
 * removed loses its login: linking again needs the phone, and perhaps a passkey.
 */
export function stepAfter({ code, isRemoved = false }: Ending, standing: Standing): Step {
  switch (code) {
    case 515:
      return again(standing.isPairing ? pairing : { state: 'starting' }, 0)
    case 401:
    case 411:
    case 419:
      return wait({ state: 'needsAction', reason: 'relogin', code: isRemoved ? 'REMOVED' : 'LOGGED_OUT' }, true)
    case 403:
      return wait({ state: 'needsAction', reason: 'relogin', code: 'BANNED' })
    case 405:
      return standing.hasFreshVersion
        ? wait({ state: 'failed', code: 'VERSION', message: 'WhatsApp does not accept this version of the client' })
        : { state: { state: 'starting' }, next: 'refreshVersion', afterMs: 0, wipe: false }
    case 440:
      return wait({ state: 'needsAction', reason: 'conflict', code: 'CONFLICT' })
    case 408:
      if (standing.isLinked) return again(unreachable(standing), pause(standing.failures))
      return standing.asksForPasskey
        ? wait({ state: 'needsAction', reason: 'passkey', code: 'PASSKEY_TIMEOUT' })
        : wait({ state: 'degraded', code: 'TIMEOUT', message: 'nobody scanned the code' })
    case 428:
      if (standing.isLinked && standing.failures >= hardAfter)
        return wait({ state: 'needsAction', reason: 'passkey', code: 'PASSKEY_HARD' })
      return again(unreachable(standing), pause(standing.failures))
    default:
      return again(unreachable(standing), pause(standing.failures))
  }
}

function unreachable({ failures }: Standing): SessionState {
  return failures === 0
    ? { state: 'starting' }
    : { state: 'degraded', code: 'UNREACHABLE', message: 'WhatsApp does not answer' }
}
