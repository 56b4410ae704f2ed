import { Refusal } from '@recado/contracts'
import { jwtVerify, SignJWT } from 'jose'
import { JWTExpired } from 'jose/errors'
import { hkdfSync } from 'node:crypto'
import * as z from 'zod'
import type { Clock } from '../base/clock.ts'

/** Short, because the token is in the browser's storage (reading 28): a stolen one is soon worthless. */
export const accessTokenSeconds = 10 * 60

const algorithm = 'HS256'
const Claims = z.object({ sub: z.uuid(), tid: z.uuid(), sid: z.uuid() })

/** The user that a token names. The token grants no rights: role, queues and status are read from the database. */
export interface AccessClaims {
  readonly userId: string
  readonly tenantId: string
  readonly sessionId: string
}

/** Signs and reads access tokens. The key follows from the installation's secret; the algorithm is fixed. */
export class AccessTokens {
  readonly #key: Uint8Array
  readonly #clock: Clock

  constructor(secret: string, clock: Clock) {
    this.#key = new Uint8Array(hkdfSync('sha256', secret, '', 'recado access token', 32))
    this.#clock = clock
  }

  sign(claims: AccessClaims): Promise<string> {
    const now = Math.floor(this.#clock.now().getTime() / 1_000)
    return new SignJWT({ tid: claims.tenantId, sid: claims.sessionId })
      .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
      .setSubject(claims.userId)
      .setIssuedAt(now)
      .setExpirationTime(now + accessTokenSeconds)
      .sign(this.#key)
  }

  /** Refuses with ERR_SESSION_EXPIRED a token that was good, and with ERR_SESSION_ENDED one that never was. */
  async read(token: string): Promise<AccessClaims> {
    try {
      const { payload } = await jwtVerify(token, this.#key, {
        algorithms: [algorithm],
        typ: 'JWT',
        requiredClaims: ['exp'],
        currentDate: this.#clock.now(),
      })
      const { sub, tid, sid } = Claims.parse(payload)
      return { userId: sub, tenantId: tid, sessionId: sid }
    } catch (cause) {
      throw new Refusal(cause instanceof JWTExpired ? 'ERR_SESSION_EXPIRED' : 'ERR_SESSION_ENDED', {}, { cause })
    }
  }
}
