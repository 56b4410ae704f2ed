import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { NamedLimits, Tier } from '@recado/contracts'
import { compactVerify, decodeProtectedHeader, importJWK, SignJWT } from 'jose'
import * as z from 'zod'
import { derivedKey } from '../security/keys.ts'

/** Claims of a licence. */
const Claims = z.object({
  /** The licence's code. */
  jti: z.string().min(1).max(100),
  /** A company, or `*` for whichever enters it. */
  sub: z.string().min(1).max(100),
  tier: Tier,
  domain: z.string().max(253).nullish(),
  limits: NamedLimits.default({}),
  exp: z.int().optional(),
})
export type LicenceClaims = z.infer<typeof Claims>

/** Marks a token as a licence, so that nothing else that was signed by the same key can pass for one. */
const typ = 'recado-licence+jwt'
/** An Ed25519 seed becomes a key behind these bytes (RFC 8410). */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The key with which an installation issues licences. Follows from its secret. */
export class LicenceIssuer {
  readonly #key: KeyObject
  /** 32 bytes, base64url: other installations list it to accept licences of this one. */
  readonly publicKey: string

  constructor(secret: string) {
    this.#key = createPrivateKey({
      key: Buffer.concat([pkcs8Head, derivedKey(secret, 'licence issuer v1')]),
      format: 'der',
      type: 'pkcs8',
    })
    this.publicKey = createPublicKey(this.#key).export({ format: 'jwk' }).x!
  }

  sign(claims: LicenceClaims): Promise<string> {
    return new SignJWT({
      tier: claims.tier,
      domain: claims.domain ?? null,
      limits: claims.limits,
      ...(claims.exp !== undefined && { exp: claims.exp }),
    })
      .setProtectedHeader({ alg: 'EdDSA', typ, kid: this.publicKey })
      .setJti(claims.jti)
      .setSubject(claims.sub)
      .setIssuedAt()
      .sign(this.#key)
  }
}

/**
 * A licence signed by one of the keys, with the key; undefined for anything else. Says nothing of time, place or
 * company.
 */
export async function readLicence(
  token: string,
  issuers: readonly string[],
): Promise<{ readonly claims: LicenceClaims; readonly issuer: string } | undefined> {
  try {
    const issuer = issuers.find((key) => key === decodeProtectedHeader(token).kid)
    if (issuer === undefined) return undefined
    const { payload, protectedHeader } = await compactVerify(
      token,
      await importJWK({ kty: 'OKP', crv: 'Ed25519', x: issuer }, 'EdDSA'),
      { algorithms: ['EdDSA'] },
    )
    if (protectedHeader['typ'] !== typ) return undefined
    return { claims: Claims.parse(JSON.parse(new TextDecoder().decode(payload))), issuer }
  } catch {
    return undefined
  }
}

/** Company and installation for which a licence is checked. */
export interface LicencePlace {
  readonly tenantId: string
  /** Host name of the installation. */
  readonly host: string
  /** Whether the installation knows the code; asked for licences of its own. */
  readonly codeIsKnown: boolean
  readonly now: Date
}

/** Verdict on a licence for a company, the gravest objection first (S4-129…133). */
export function judgeLicence(
  claims: LicenceClaims,
  { tenantId, host, codeIsKnown, now }: LicencePlace,
): 'valid' | 'invalid' | 'expired' | 'invalidDomain' | 'invalidCode' {
  if (claims.sub !== '*' && claims.sub !== tenantId) return 'invalid'
  if (claims.domain && claims.domain.toLowerCase() !== host.toLowerCase()) return 'invalidDomain'
  if (!codeIsKnown) return 'invalidCode'
  return claims.exp !== undefined && claims.exp * 1_000 <= now.getTime() ? 'expired' : 'valid'
}
