import { Refusal, type AuditAction, type AuthenticatorType, type Passkey, type Viewer } from '@recado/contracts'
import type {
  AuthenticatorTransport,
  PublicKeyCredentialCreationOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { and, asc, eq } from 'drizzle-orm'
import * as z from 'zod'
import { audit } from '../../audit/audit.ts'
import type { Database, Tx } from '../../db/database.ts'
import { sqlState, uniqueViolation } from '../../db/sql-errors.ts'
import { newId } from '../../base/ids.ts'
import { userAccount } from '../../tables/user.table.ts'
import type { OneTimeSecrets } from '../one-time-secrets.ts'
import { userHandle } from './assertion.ts'
import { challengeSeconds } from './passkey-sign-in.ts'
import { requireOwnPage } from './own-page.ts'
import { passkey } from '../../tables/passkey.table.ts'
import type { RelyingParty } from './relying-party.ts'

/** More devices than anybody signs in with; options that name all of them stay small. */
export const maxPasskeys = 20

/** ES256, EdDSA, RS256 (COSE): every authenticator supports at least one of them. */
const algorithms = [-7, -8, -257]

const encoded = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]*={0,2}$/)
/** A browser's answer after it made a passkey. */
export const RegistrationAnswer = z.looseObject({
  id: encoded(1_400),
  rawId: encoded(1_400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.string().max(40).nullish(),
  response: z.looseObject({
    clientDataJSON: encoded(8_000),
    attestationObject: encoded(24_000),
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
})

export const passkeyShape = {
  id: passkey.id,
  deviceName: passkey.deviceName,
  authenticatorType: passkey.authenticatorType,
  createdAt: passkey.createdAt,
  lastUsedAt: passkey.lastUsedAt,
  isActive: passkey.isActive,
  isSynced: passkey.isSynced,
}
type PasskeyRow = Omit<Passkey, 'createdAt' | 'lastUsedAt'> & { createdAt: Date; lastUsedAt: Date | null }
export const asPasskey = (row: PasskeyRow): Passkey => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
})

type Owner = Pick<Viewer, 'tenantId' | 'userId'>
interface Kept {
  readonly challenge: string
  readonly rpId: string
}

export interface NewPasskey {
  readonly response: z.output<typeof RegistrationAnswer>
  readonly challengeKey: string
  readonly deviceName: string
  readonly authenticatorType?: AuthenticatorType | undefined
}

/** One's own passkeys. Anybody else's are as if they did not exist. */
export class PasskeysService {
  readonly #db: Database
  readonly #secrets: OneTimeSecrets
  readonly #rpName: () => Promise<string>
  readonly #changed: (owner: Owner) => void

  /** `rpName`: name of the site in authenticators. `changed`: called after a user gained, lost or renamed a key. */
  constructor(options: {
    db: Database
    secrets: OneTimeSecrets
    rpName(): Promise<string>
    changed(owner: Owner): void
  }) {
    this.#db = options.db
    this.#changed = (owner) => options.changed(owner)
    this.#secrets = options.secrets
    this.#rpName = () => options.rpName()
  }

  list({ tenantId, userId }: Owner): Promise<Passkey[]> {
    return this.#db.tenant(tenantId, async (tx) =>
      (
        await tx
          .select(passkeyShape)
          .from(passkey)
          .where(and(eq(passkey.tenantId, tenantId), eq(passkey.userId, userId)))
          .orderBy(asc(passkey.createdAt))
          .limit(maxPasskeys)
      ).map(asPasskey),
    )
  }

  /** @throws Refusal ERR_PASSKEY_LIMIT_REACHED */
  async beginRegistering(
    { tenantId, userId }: Owner,
    authenticatorType: AuthenticatorType | undefined,
    rp: RelyingParty,
  ): Promise<{ options: PublicKeyCredentialCreationOptionsJSON; challengeKey: string }> {
    const [known, [user]] = await this.#db.tenant(tenantId, (tx) =>
      Promise.all([
        tx
          .select({ id: passkey.credentialId, transports: passkey.transports, rpId: passkey.rpId })
          .from(passkey)
          .where(and(eq(passkey.tenantId, tenantId), eq(passkey.userId, userId)))
          .limit(maxPasskeys),
        tx
          .select({ name: userAccount.name, email: userAccount.email })
          .from(userAccount)
          .where(and(eq(userAccount.tenantId, tenantId), eq(userAccount.id, userId))),
      ]),
    )
    if (known.length >= maxPasskeys) throw new Refusal('ERR_PASSKEY_LIMIT_REACHED', { limit: maxPasskeys })
    const { generateRegistrationOptions } = await import('@simplewebauthn/server')
    const options = await generateRegistrationOptions({
      rpName: await this.#rpName(),
      rpID: rp.id,
      userName: user!.email,
      userDisplayName: user!.name,
      userID: userHandle(userId),
      timeout: challengeSeconds * 1_000,
      attestationType: 'none',
      supportedAlgorithmIDs: algorithms,
      excludeCredentials: known
        .filter((one) => one.rpId === rp.id)
        .map(({ id, transports }) => ({ id, transports: transports as AuthenticatorTransport[] })),
      authenticatorSelection: {
        residentKey: 'preferred',
        userVerification: 'required',
        ...(authenticatorType && { authenticatorAttachment: authenticatorType }),
      },
    })
    const challengeKey = await this.#secrets.issue(
      'passkey.register',
      { tenantId, userId },
      { challenge: options.challenge, rpId: rp.id } satisfies Kept,
      challengeSeconds,
    )
    return { options, challengeKey }
  }

  /**
   * From now on the password alone does not let this user in. @throws Refusal ERR_PASSKEY_REFUSED, ERR_PASSKEY_IN_USE,
   * ERR_PASSKEY_LIMIT_REACHED
   */
  async finishRegistering(
    { tenantId, userId }: Owner,
    { response, challengeKey, deviceName, authenticatorType }: NewPasskey,
    rp: RelyingParty,
  ): Promise<Passkey> {
    const challenge = await this.#secrets.redeem<Kept>('passkey.register', challengeKey)
    if (challenge?.tenantId !== tenantId || challenge.userId !== userId || challenge.data.rpId !== rp.id)
      throw new Refusal('ERR_PASSKEY_REFUSED')
    const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
    const { registrationInfo } = await verifyRegistrationResponse({
      response: response as unknown as RegistrationResponseJSON,
      expectedChallenge: challenge.data.challenge,
      expectedOrigin: rp.origin,
      expectedRPID: rp.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    }).catch((cause: unknown) => {
      throw new Refusal('ERR_PASSKEY_REFUSED', undefined, { cause })
    })
    if (!registrationInfo) throw new Refusal('ERR_PASSKEY_REFUSED')
    requireOwnPage(response.response.clientDataJSON, rp)
    const { credential, aaguid, credentialDeviceType, credentialBackedUp } = registrationInfo
    const attached = response.authenticatorAttachment === 'cross-platform' ? 'cross-platform' : 'platform'
    return this.#change({ tenantId, userId }, 'passkey.register', async (tx) => {
      // The row of the user stands for their list: two registrations at once do not both find the last place.
      await tx
        .select({ id: userAccount.id })
        .from(userAccount)
        .where(and(eq(userAccount.tenantId, tenantId), eq(userAccount.id, userId)))
        .for('update')
      if ((await tx.$count(passkey, and(eq(passkey.tenantId, tenantId), eq(passkey.userId, userId)))) >= maxPasskeys)
        throw new Refusal('ERR_PASSKEY_LIMIT_REACHED', { limit: maxPasskeys })
      return tx
        .insert(passkey)
        .values({
          id: newId(),
          tenantId,
          userId,
          credentialId: credential.id,
          publicKey: Buffer.from(credential.publicKey),
          counter: credential.counter,
          transports: credential.transports ?? [],
          rpId: rp.id,
          authenticatorType: authenticatorType ?? attached,
          isSynced: credentialDeviceType === 'multiDevice',
          isBackedUp: credentialBackedUp,
          aaguid,
          deviceName,
        })
        .returning(passkeyShape)
    }).catch((error: unknown) => {
      throw sqlState(error) === uniqueViolation ? new Refusal('ERR_PASSKEY_IN_USE') : error
    })
  }

  rename(owner: Owner, id: string, deviceName: string): Promise<Passkey> {
    return this.#change(owner, 'passkey.rename', (tx) =>
      tx.update(passkey).set({ deviceName }).where(own(owner, id)).returning(passkeyShape),
    )
  }

  /** With the last one goes the rule that the password does not do. */
  async remove(owner: Owner, id: string): Promise<void> {
    await this.#change(owner, 'passkey.delete', (tx) =>
      tx.delete(passkey).where(own(owner, id)).returning(passkeyShape),
    )
  }

  async #change(
    { tenantId, userId }: Owner,
    action: AuditAction,
    work: (tx: Tx) => Promise<PasskeyRow[]>,
  ): Promise<Passkey> {
    const changed = await this.#db.tenant(tenantId, async (tx) => {
      const [row] = await work(tx)
      if (!row) throw new Refusal('ERR_NO_PASSKEY_FOUND')
      await audit(tx, { tenantId, userId, action, subject: row.id, facts: { deviceName: row.deviceName } })
      return asPasskey(row)
    })
    this.#changed({ tenantId, userId })
    return changed
  }
}

const own = ({ tenantId, userId }: Owner, id: string) =>
  and(eq(passkey.tenantId, tenantId), eq(passkey.userId, userId), eq(passkey.id, id))
