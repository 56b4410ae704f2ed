import { verifyHmac } from '@recado/sdk/server'
import { jwtVerify } from 'jose'
import * as z from 'zod'
import { cleanLine } from './clean-text.ts'
import type { Profile } from './visitor.ts'

const Subject = z.string().min(1).max(200)
const Name = z
  .string()
  .max(200)
  .transform(cleanLine)
  .transform((name) => name.slice(0, 80) || null)
const Email = z
  .email()
  .max(254)
  .transform((email) => email.toLowerCase())

/** Data that a visitor typed before the conversation. All of it is unverified. */
export const TypedProfile = z.object({ name: Name.optional(), email: Email.optional() }).strict()

/** A site's proof of its signed-in user: a signed token, or the older hash of the user's id. */
export const IdentityProof = z.union([
  z.object({ token: z.string().max(4_096) }).strict(),
  z.object({ id: Subject, hash: z.string().max(128), name: Name.optional() }).strict(),
])
export type IdentityProof = z.infer<typeof IdentityProof>

export interface ProvenIdentity extends Profile {
  readonly subject: string
}

const Claims = z.object({
  sub: Subject,
  iat: z.number(),
  exp: z.number(),
  name: Name.optional(),
  email: Email.optional(),
  phone: z.e164().optional(),
})

/** Longest life of an identity token, in seconds: a token that leaks is soon worth nothing. */
const maxTokenSeconds = 3_600
const clockToleranceSeconds = 60

/** HS256 only: a token that names another algorithm is refused before its signature is looked at. */
async function fromToken(token: string, audience: string, secret: string): Promise<ProvenIdentity | undefined> {
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), {
      algorithms: ['HS256'],
      audience,
      requiredClaims: ['sub', 'iat', 'exp'],
      maxTokenAge: maxTokenSeconds,
      clockTolerance: clockToleranceSeconds,
    })
    const { sub, iat, exp, name, email, phone } = Claims.parse(payload)
    if (exp - iat > maxTokenSeconds) return undefined
    return { subject: sub, name: name ?? null, email: email ?? null, phone: phone ?? null }
  } catch {
    // Forged, expired, for somebody else or badly formed: to the visitor all of it is the same refusal.
    return undefined
  }
}

/** The hash proves the id and nothing else; an id that is an e-mail address proves that address. */
function fromHash(
  { id, hash, name }: Extract<IdentityProof, { hash: string }>,
  secret: string,
): ProvenIdentity | undefined {
  if (!verifyHmac(new TextEncoder().encode(id), hash, secret)) return undefined
  const email = Email.safeParse(id)
  return { subject: id, name: name ?? null, email: email.success ? email.data : null, phone: null }
}

/**
 * User in the site's proof, if one of the connection's secrets signed it. `secrets` holds the current and, during a
 * rotation, the previous one; without any every proof is invalid.
 */
export async function verifyIdentity(
  proof: IdentityProof,
  audience: string,
  secrets: readonly string[],
): Promise<ProvenIdentity | undefined> {
  for (const secret of secrets) {
    const identity = 'token' in proof ? await fromToken(proof.token, audience, secret) : fromHash(proof, secret)
    if (identity) return identity
  }
  return undefined
}
