import { Refusal, type Viewer } from '@recado/contracts'
import type { AuthenticatorTransport, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import { and, eq, lt, sql } from 'drizzle-orm'
import { audit } from '../../audit/audit.ts'
import type { Database, Tx } from '../../db/database.ts'
import type { AccessService } from '../access.service.ts'
import type { LoginIdentifier } from '../../credentials/login-identifier.ts'
import type { OneTimeSecrets } from '../one-time-secrets.ts'
import type { SignedIn, SignInOrigin } from '../../credentials/sign-in.ts'
import { verifyAssertion, type AssertionAnswer, type StoredCredential } from './assertion.ts'
import type { DecoyCredentials } from './decoys.ts'
import { passkey } from '../../tables/passkey.table.ts'
import type { RelyingParty } from './relying-party.ts'

/** Seconds for which a challenge waits for its answer; browsers get the same time limit. */
export const challengeSeconds = 120

export interface PasskeySignInOptions {
  readonly db: Database
  readonly access: Pick<AccessService, 'open' | 'sessions'>
  readonly secrets: OneTimeSecrets
  readonly decoys: DecoyCredentials
}

/**
 * Options that a browser passes to the authenticator, and the key under which the challenge is kept until it answers.
 */
export interface AssertionChallenge {
  readonly options: PublicKeyCredentialRequestOptionsJSON
  readonly challengeKey: string
}

interface Kept {
  readonly challenge: string
  readonly rpId: string
}
interface Credential {
  readonly id: string
  readonly transports: string[]
}
interface StoredPasskey {
  readonly id: string
  readonly credential: StoredCredential
}

/** Showing who one is with a passkey: to sign in, or again within a session. */
export class PasskeySignIn {
  readonly #options: PasskeySignInOptions
  constructor(options: PasskeySignInOptions) {
    this.#options = options
  }

  /** Answers accounts with and without passkeys, and unknown ones, alike and with the same work. */
  async begin(identifier: LoginIdentifier, rp: RelyingParty): Promise<AssertionChallenge> {
    const found = await this.#options.db.raw<
      { tenant_id: string; user_id: string; credential_id: string; transports: string[] }[]
    >`
      select * from core.find_login_passkeys(${identifier.email}, ${identifier.phone}, ${rp.id})`
    const decoy = this.#options.decoys.idFor(identifier, rp.id)
    const credentials =
      found.length > 0 ? found.map((row) => ({ id: row.credential_id, transports: row.transports })) : [decoy]
    return this.#challenge(
      'passkey.signIn',
      { tenantId: found[0]?.tenant_id ?? null, userId: found[0]?.user_id ?? null },
      credentials,
      rp,
    )
  }

  /**
   * Opens a session for the account the challenge was made for. @throws Refusal ERR_PASSKEY_REFUSED, ERR_USER_INACTIVE
   * and those of the guards
   */
  async finish(answer: AssertionAnswer, challengeKey: string, rp: RelyingParty, from: SignInOrigin): Promise<SignedIn> {
    const challenge = await this.#options.secrets.redeem<Kept>('passkey.signIn', challengeKey)
    if (!challenge) throw new Refusal('ERR_PASSKEY_REFUSED')
    const holder =
      challenge.tenantId !== null && challenge.userId !== null
        ? { tenantId: challenge.tenantId, userId: challenge.userId }
        : undefined
    const used = await this.#prove(answer, challenge.data, holder, rp)
    return this.#options.access.open({ ...used.user, way: 'passkey', from }, used.record)
  }

  /**
   * For a signed-in user who is asked again. @throws Refusal ERR_NO_PASSKEY_FOUND for a user without an active one on
   * this site
   */
  async beginConfirming(
    { tenantId, userId }: Pick<Viewer, 'tenantId' | 'userId'>,
    rp: RelyingParty,
  ): Promise<AssertionChallenge> {
    const credentials = await this.#options.db.tenant(tenantId, (tx) =>
      tx
        .select({ id: passkey.credentialId, transports: passkey.transports })
        .from(passkey)
        .where(
          and(
            eq(passkey.tenantId, tenantId),
            eq(passkey.userId, userId),
            eq(passkey.isActive, true),
            eq(passkey.rpId, rp.id),
          ),
        ),
    )
    if (credentials.length === 0) throw new Refusal('ERR_NO_PASSKEY_FOUND')
    return this.#challenge('passkey.confirm', { tenantId, userId }, credentials, rp)
  }

  async finishConfirming(
    { tenantId, userId }: Pick<Viewer, 'tenantId' | 'userId'>,
    sessionId: string,
    answer: AssertionAnswer,
    challengeKey: string,
    rp: RelyingParty,
  ): Promise<void> {
    const challenge = await this.#options.secrets.redeem<Kept>('passkey.confirm', challengeKey)
    if (challenge?.tenantId !== tenantId || challenge.userId !== userId) throw new Refusal('ERR_PASSKEY_REFUSED')
    const { record } = await this.#prove(answer, challenge.data, { tenantId, userId }, rp)
    await this.#options.db.tenant(tenantId, record)
    await this.#options.access.sessions.confirm({ tenantId, userId }, sessionId)
  }

  async #challenge(
    purpose: 'passkey.signIn' | 'passkey.confirm',
    holder: { tenantId: string | null; userId: string | null },
    credentials: readonly Credential[],
    rp: RelyingParty,
  ): Promise<AssertionChallenge> {
    const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
    const options = await generateAuthenticationOptions({
      rpID: rp.id,
      timeout: challengeSeconds * 1_000,
      userVerification: 'required',
      allowCredentials: credentials.map(({ id, transports }) => ({
        id,
        transports: transports as AuthenticatorTransport[],
      })),
    })
    const challengeKey = await this.#options.secrets.issue(
      purpose,
      holder,
      { challenge: options.challenge, rpId: rp.id } satisfies Kept,
      challengeSeconds,
    )
    return { options, challengeKey }
  }

  /** Judges an answer; the counter is to be recorded in the transaction that lets the user in. */
  async #prove(
    answer: AssertionAnswer,
    kept: Kept,
    holder: { tenantId: string; userId: string } | undefined,
    rp: RelyingParty,
  ): Promise<{ user: { tenantId: string; userId: string }; record: (tx: Tx) => Promise<void> }> {
    const stored = holder && kept.rpId === rp.id ? await this.#find(holder, answer.id, rp) : undefined
    // Made for everybody, so that the time tells nothing.
    const decoy = await this.#options.decoys.credential(answer.id)
    const proved = await verifyAssertion(answer, {
      challenge: kept.challenge,
      rp,
      credential: stored?.credential ?? decoy,
      userId: holder?.userId,
    })
    if (!holder || !stored) throw new Refusal('ERR_PASSKEY_REFUSED')
    return { user: holder, record: (tx) => recordUse(tx, holder, stored.id, proved) }
  }

  async #find(
    { tenantId, userId }: { tenantId: string; userId: string },
    credentialId: string,
    rp: RelyingParty,
  ): Promise<StoredPasskey | undefined> {
    const [row] = await this.#options.db.tenant(tenantId, (tx) =>
      tx
        .select({ id: passkey.id, publicKey: passkey.publicKey, counter: passkey.counter })
        .from(passkey)
        .where(
          and(
            eq(passkey.tenantId, tenantId),
            eq(passkey.userId, userId),
            eq(passkey.credentialId, credentialId),
            eq(passkey.rpId, rp.id),
            eq(passkey.isActive, true),
          ),
        ),
    )
    return (
      row && {
        id: row.id,
        credential: { id: credentialId, publicKey: new Uint8Array(row.publicKey), counter: row.counter },
      }
    )
  }
}

/**
 * Compares and swaps: of two answers with one counter the second is refused, as is any with an older one. Keys that
 * are synced between devices count nothing and stay at zero.
 */
async function recordUse(
  tx: Tx,
  user: { tenantId: string; userId: string },
  id: string,
  { counter, isBackedUp }: { counter: number; isBackedUp: boolean },
): Promise<void> {
  const isNext = counter === 0 ? eq(passkey.counter, 0) : lt(passkey.counter, counter)
  const swapped = await tx
    .update(passkey)
    .set({ counter, isBackedUp, lastUsedAt: sql`now()` })
    .where(
      and(
        eq(passkey.tenantId, user.tenantId),
        eq(passkey.userId, user.userId),
        eq(passkey.id, id),
        eq(passkey.isActive, true),
        isNext,
      ),
    )
    .returning({ id: passkey.id })
  if (swapped.length === 0) throw new Refusal('ERR_PASSKEY_REFUSED')
  await audit(tx, { tenantId: user.tenantId, userId: user.userId, action: 'passkey.use', subject: id })
}
