import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'

/** A refresh credential as it lies in the cookie, and the hash by which the database knows it. */
export interface RefreshCredential {
  readonly sessionId: string
  readonly secret: string
  readonly hash: Buffer
}

const shape = /^([0-9a-f-]{36})\.([A-Za-z0-9_-]{43})\.([A-Za-z0-9_-]{22})$/

/**
 * Makes and reads refresh credentials: `<session>.<secret>.<seal>`. The seal shows that this installation made it, so
 * that a forged one cannot end somebody's session by looking like a replayed one. A secret has exactly one successor,
 * which only the installation can compute: a refresh whose answer got lost is repeated with the same result.
 */
export class RefreshCredentials {
  readonly #key: Buffer

  constructor(secret: string) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', 'recado refresh credential', 32))
  }

  create(sessionId: string): RefreshCredential {
    return this.#known(sessionId, randomBytes(32).toString('base64url'))
  }

  successor(credential: RefreshCredential): RefreshCredential {
    return this.#known(
      credential.sessionId,
      createHmac('sha256', this.#key).update(`successor ${credential.secret}`).digest('base64url'),
    )
  }

  write(credential: RefreshCredential): string {
    return `${credential.sessionId}.${credential.secret}.${this.#seal(credential.sessionId, credential.secret)}`
  }

  /** Undefined for anything this installation has not made. */
  read(text: string | undefined): RefreshCredential | undefined {
    const [, sessionId, secret, seal] = shape.exec(text ?? '') ?? []
    if (!sessionId || !secret || !seal || !z.uuid().safeParse(sessionId).success) return undefined
    return timingSafeEqual(Buffer.from(this.#seal(sessionId, secret)), Buffer.from(seal))
      ? this.#known(sessionId, secret)
      : undefined
  }

  #known(sessionId: string, secret: string): RefreshCredential {
    return { sessionId, secret, hash: createHash('sha256').update(secret).digest() }
  }

  #seal(sessionId: string, secret: string): string {
    return createHmac('sha256', this.#key).update(`seal ${sessionId} ${secret}`).digest('base64url').slice(0, 22)
  }
}
