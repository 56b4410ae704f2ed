import { CaptchaSolution, Refusal, type BoundPurpose, type CaptchaChallenge } from '@recado/contracts'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { randomInt } from 'node:crypto'
import type { Clock } from '../../base/clock.ts'
import type { Database } from '../../db/database.ts'
import { derivedKey } from '../../security/keys.ts'

/** Time limit of a challenge, in seconds; a page that stayed open longer requests a new one. */
export const captchaSeconds = 5 * 60
/** Iterations of one try: one to five milliseconds of one core. */
const productIterations = 4_000
/** Number of tries of a solution, at least and at most: a cost for machines, hardly noticed by a person. */
const tries = { calm: [40, 120], suspicious: [200, 500] } as const
/** Steps of the slider, at least and at most. */
const steps = [60, 140] as const

export interface CaptchaOptions {
  readonly db: Pick<Database, 'raw'>
  readonly clock: Clock
  readonly secret: string
  /** Iterations of one try, for tests that solve many challenges; the product's own when absent. */
  readonly iterations?: number | undefined
}

/**
 * The slider with a proof of work behind it. A challenge is signed and not stored; an answer is checked once, whatever
 * the result, and only for the purpose the challenge was made for. It proves effort and no humanity: its routes have
 * limits as well.
 */
export class Captcha {
  readonly #options: CaptchaOptions
  readonly #keys: { readonly hmacSignatureSecret: string; readonly hmacKeySignatureSecret: string }

  constructor(options: CaptchaOptions) {
    this.#options = options
    this.#keys = {
      hmacSignatureSecret: derivedKey(options.secret, 'captcha v1').toString('hex'),
      hmacKeySignatureSecret: derivedKey(options.secret, 'captcha solutions v1').toString('hex'),
    }
  }

  /** A new challenge; a dearer one for who is `suspicious`. */
  async challenge(purpose: BoundPurpose, suspicious: boolean): Promise<CaptchaChallenge> {
    const [least, most] = tries[suspicious ? 'suspicious' : 'calm']
    const target = randomInt(steps[0], steps[1] + 1)
    const expiresAt = Math.floor(this.#options.clock.now().getTime() / 1_000) + captchaSeconds
    const challenge = await createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost: this.#options.iterations ?? productIterations,
      counter: randomInt(least, most + 1),
      deriveKey,
      expiresAt,
      data: { purpose, target },
      ...this.#keys,
    })
    return { challenge: challenge as CaptchaChallenge['challenge'], target, seconds: captchaSeconds }
  }

  /**
   * Judges the field `captcha` and uses the challenge up. @throws Refusal ERR_CAPTCHA_INVALID, the same for everything
   * that can be wrong
   */
  async judge(purpose: BoundPurpose, field: string): Promise<void> {
    const { challenge, solution, position } = read(field)
    const { expiresAt, nonce, data } = challenge.parameters
    // The library goes by the system's clock.
    if (data.purpose !== purpose || expiresAt * 1_000 <= this.#options.clock.now().getTime())
      throw new Refusal('ERR_CAPTCHA_INVALID')
    const verdict = await verifySolution({ challenge, solution, deriveKey, ...this.#keys })
    if (verdict.expired || verdict.invalidSignature !== false) throw new Refusal('ERR_CAPTCHA_INVALID')
    const first = await this.#options.db.raw`
      insert into platform.answered_captcha (nonce, expires_at)
      values (${nonce}, to_timestamp(${expiresAt}))
      on conflict do nothing
      returning 1`
    if (first.length === 0 || !verdict.verified || position !== data.target) throw new Refusal('ERR_CAPTCHA_INVALID')
  }
}

function read(field: string): CaptchaSolution {
  try {
    return CaptchaSolution.parse(JSON.parse(Buffer.from(field, 'base64url').toString()))
  } catch (cause) {
    throw new Refusal('ERR_CAPTCHA_INVALID', {}, { cause })
  }
}
