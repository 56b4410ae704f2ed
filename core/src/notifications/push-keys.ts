import type { Database } from '../db/database.ts'
import { derivedKey } from '../security/keys.ts'
import { seal, unseal } from '../security/sealed.ts'
import { pushKey } from '../tables/push-key.table.ts'

/** A VAPID key pair (RFC 8292), base64url. */
export interface PushKeyPair {
  readonly publicKey: string
  readonly privateKey: string
}

const place = ['platform.push_key', 'sealed'] as const

/**
 * The key pair by which push services know the installation. Made once, by whichever node asks first, and kept sealed:
 * with another one all subscriptions would be void.
 */
export class PushKeys {
  readonly #db: Database
  readonly #key: Buffer
  #pair: Promise<PushKeyPair> | undefined

  constructor({ db, secret }: { readonly db: Database; readonly secret: string }) {
    this.#db = db
    this.#key = derivedKey(secret, 'push v1')
  }

  /**
   * The private half must not leave the server. @throws SealError if it was sealed with another secret of the
   * installation
   */
  pair(): Promise<PushKeyPair> {
    this.#pair ??= this.#load().catch((error: unknown) => {
      this.#pair = undefined
      throw error
    })
    return this.#pair
  }

  async #load(): Promise<PushKeyPair> {
    const stored = await this.#stored()
    if (stored) return stored
    const { default: webPush } = await import('web-push')
    const made = webPush.generateVAPIDKeys()
    await this.#db.platform((tx) =>
      tx
        .insert(pushKey)
        .values({ publicKey: made.publicKey, sealed: seal(this.#key, Buffer.from(made.privateKey), place) })
        .onConflictDoNothing(),
    )
    // Another node may have been faster: the stored keys are used.
    return (await this.#stored())!
  }

  async #stored(): Promise<PushKeyPair | undefined> {
    const [row] = await this.#db.raw<
      { public_key: string; sealed: Buffer }[]
    >`select public_key, sealed from platform.push_key`
    return row && { publicKey: row.public_key, privateKey: unseal(this.#key, row.sealed, place).toString() }
  }
}
