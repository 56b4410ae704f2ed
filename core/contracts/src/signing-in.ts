import * as z from 'zod'
import { emailLength, nameLengths, userPhoneLength } from './text-limits.ts'
import { Locale } from './locale.ts'
import { NewPassword, TypedPassword } from './password.ts'
import { shownName } from './shown-name.ts'
import { Tier } from './tier.ts'

/** Purpose of a challenge; its solution is valid for no other one. */
export const CaptchaPurpose = z.enum(['login', 'register', 'reset'])
export type CaptchaPurpose = z.infer<typeof CaptchaPurpose>
/** Purpose that a challenge is bound to: signing in and related calls, or a plugin's own public calls. */
const BoundPurpose = z.union([CaptchaPurpose, z.templateLiteral(['plugin:', z.string()])])
export type BoundPurpose = z.infer<typeof BoundPurpose>

const hex = (max: number) =>
  z
    .string()
    .regex(/^[0-9a-f]+$/)
    .max(max)

/**
 * A challenge in the form of ALTCHA's second version, signed by the server. `data` binds it to its purpose and to the
 * slider's target.
 */
export const AltchaChallenge = z.strictObject({
  parameters: z.strictObject({
    algorithm: z.string().max(40),
    nonce: hex(128),
    salt: hex(128),
    cost: z.int(),
    keyLength: z.int(),
    keyPrefix: hex(128),
    keySignature: hex(128),
    expiresAt: z.int(),
    data: z.strictObject({ purpose: BoundPurpose, target: z.int() }),
  }),
  signature: hex(128),
})
/** Proof of work and slider, as `GET /auth/challenge` gives them. */
export const CaptchaChallenge = z.object({
  challenge: AltchaChallenge,
  /** The slider has this many steps; it is solved at the last one. */
  target: z.int(),
  /** Seconds until it is worth nothing. */
  seconds: z.int(),
})
export type CaptchaChallenge = z.infer<typeof CaptchaChallenge>

/** Content of the field `captcha`: base64url of this as JSON. */
export const CaptchaSolution = z.strictObject({
  challenge: AltchaChallenge,
  solution: z.strictObject({ counter: z.int().min(0), derivedKey: hex(128) }),
  /** Final position of the slider. */
  position: z.int(),
})
export type CaptchaSolution = z.infer<typeof CaptchaSolution>
/** The field `captcha` of a request, see {@link CaptchaSolution}. */
export const CaptchaField = z.string().max(3_000)

/** A plan that somebody who registers may choose. */
export const PublicPlan = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  tier: Tier,
  trialDays: z.int(),
})
export type PublicPlan = z.infer<typeof PublicPlan>

/** `POST /auth/esquecisenha`: one of the two identifies the user whose password is to be reset. */
export const ForgotPasswordRequest = z.object({
  email: z.string().max(emailLength).optional(),
  phoneNumber: z.string().max(userPhoneLength).optional(),
  captcha: CaptchaField.optional(),
})
/** `POST /auth/redefinirsenha`. */
export const ResetPasswordRequest = z
  .object({ token: z.string().max(200), password: NewPassword, confirmPassword: TypedPassword.min(1) })
  .superRefine(sameConfirmation)
/** `POST /auth/invitation`: the token of the link that was mailed. */
export const InvitationRequest = z.object({ token: z.string().max(200) })
/** What an invitation says: the inviting company, and whom it is for. */
export const InvitationView = z.object({ company: z.string(), name: z.string(), email: z.string() })
export type InvitationView = z.infer<typeof InvitationView>
/** `POST /auth/invitation/accept`. */
export const InvitationAcceptance = ResetPasswordRequest
/** `POST /auth/register` (S2-009). The company is called like the person when no name is given for it. */
export const RegisterRequest = z
  .object({
    planId: z.uuid().optional(),
    name: shownName(nameLengths.user),
    company: shownName(nameLengths.company).optional(),
    email: z.string().max(emailLength),
    phoneNumber: z.string().max(userPhoneLength),
    password: NewPassword,
    confirmPassword: TypedPassword.min(1),
    document: z.string().max(32),
    termsAccepted: z.literal(true),
    captcha: CaptchaField.optional(),
    locale: Locale.optional(),
  })
  .superRefine(sameConfirmation)
export type RegisterRequest = z.infer<typeof RegisterRequest>

/** S5-006. */
function sameConfirmation(
  { password, confirmPassword }: { password: string; confirmPassword: string },
  context: z.RefinementCtx,
): void {
  if (password !== confirmPassword) context.addIssue({ code: 'custom', path: ['confirmPassword'], message: 'same' })
}
