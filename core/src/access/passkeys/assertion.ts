import { Refusal } from '@recado/contracts'
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import * as z from 'zod'
import { requireOwnPage } from './own-page.ts'
import type { RelyingParty } from './relying-party.ts'

const encoded = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]*={0,2}$/)

/** A browser's answer to a challenge with a registered passkey. */
export const AssertionAnswer = z.looseObject({
  id: encoded(1_400),
  rawId: encoded(1_400),
  type: z.literal('public-key'),
  response: z.looseObject({
    clientDataJSON: encoded(8_000),
    authenticatorData: encoded(8_000),
    signature: encoded(8_000),
    userHandle: encoded(200).nullish(),
  }),
})
export type AssertionAnswer = z.output<typeof AssertionAnswer>

export interface StoredCredential {
  readonly id: string
  readonly publicKey: Uint8Array<ArrayBuffer>
  readonly counter: number
}

/** The handle by which authenticators know a user: the bytes of the id, which say nothing of the person. */
export const userHandle = (userId: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(userId.replaceAll('-', ''), 'hex'))

export interface AssertionExpectation {
  readonly challenge: string
  readonly rp: RelyingParty
  readonly credential: StoredCredential
  /** Required owner of the passkey; undefined if none is known. */
  readonly userId: string | undefined
}

/**
 * Whether a passkey answered this challenge on this site, with its user present and verified: signature, origin, site,
 * type, flags and counter, and no frame of another site around the page. The mistake is not revealed. @throws Refusal
 * ERR_PASSKEY_REFUSED
 */
export async function verifyAssertion(
  answer: AssertionAnswer,
  expected: AssertionExpectation,
): Promise<{ counter: number; isBackedUp: boolean }> {
  const { challenge, rp, credential, userId } = expected
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const verified = await verifyAuthenticationResponse({
    response: answer as unknown as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: rp.origin,
    expectedRPID: rp.id,
    requireUserVerification: true,
    credential: { id: credential.id, publicKey: credential.publicKey, counter: credential.counter },
  }).catch((cause: unknown) => {
    throw new Refusal('ERR_PASSKEY_REFUSED', undefined, { cause })
  })
  requireOwnPage(answer.response.clientDataJSON, rp)
  const handle = answer.response.userHandle
  const isOwn = userId !== undefined && (!handle || handle === Buffer.from(userHandle(userId)).toString('base64url'))
  if (!verified.verified || !isOwn) throw new Refusal('ERR_PASSKEY_REFUSED')
  return { counter: verified.authenticationInfo.newCounter, isBackedUp: verified.authenticationInfo.credentialBackedUp }
}
