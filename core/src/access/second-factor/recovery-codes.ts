import { createHmac, randomInt } from 'node:crypto'
import { derivedKey } from '../../security/keys.ts'

export const recoveryCodeCount = 10
/** Crockford's alphabet: nothing that looks like something else. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 10

/** Letters as they were meant, without what people put between them. Undefined for what cannot be a recovery code. */
export function readRecoveryCode(text: string): string | undefined {
  const code = text.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')
  return code.length === length && [...code].every((letter) => alphabet.includes(letter)) ? code : undefined
}

/** Recovery codes: 50 bits each, shown once and known to the database by a keyed hash, bound to their user. */
export class RecoveryCodes {
  readonly #key: Buffer
  /** `secret`: the installation's. */
  constructor(secret: string) {
    this.#key = derivedKey(secret, 'recovery codes v1')
  }

  /** `XXXXX-XXXXX`, all different. */
  create(): readonly string[] {
    const codes = new Set<string>()
    while (codes.size < recoveryCodeCount) {
      const code = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
      codes.add(`${code.slice(0, length / 2)}-${code.slice(length / 2)}`)
    }
    return [...codes]
  }

  /** `code` as {@link readRecoveryCode} gives it. */
  hash(user: { tenantId: string; userId: string }, code: string): Buffer {
    return createHmac('sha256', this.#key)
      .update(JSON.stringify([user.tenantId, user.userId, code]))
      .digest()
  }
}
