import {
  CaptchaChallenge,
  CaptchaPurpose,
  defineRoute,
  Empty,
  ForgotPasswordRequest,
  PublicPlan,
  Refusal,
  RegisterRequest,
  ResetPasswordRequest,
} from '@recado/contracts'
import * as z from 'zod'
import { bindRoute, type BoundRoute } from '../http/route.ts'
import type { AccessService } from './access.service.ts'
import type { Captcha } from './captcha/captcha.ts'
import type { PasswordResets } from './password-reset/password-reset.service.ts'
import type { Registration } from './registration/registration.service.ts'

const maxBody = 8_192
const captchaErrors = ['ERR_CAPTCHA_REQUIRED', 'ERR_CAPTCHA_INVALID'] as const

const Challenge = defineRoute({
  method: 'GET',
  path: '/auth/challenge',
  summary: 'A slider challenge with its proof of work, for signing in, registering or resetting a password',
  access: { kind: 'public' },
  rate: 'visitor',
  query: z.object({ purpose: CaptchaPurpose }),
  response: CaptchaChallenge,
})
const Forgot = defineRoute({
  method: 'POST',
  path: '/auth/esquecisenha',
  summary: 'A link to reset the password, by mail; the answer is the same for accounts that do not exist',
  access: { kind: 'public' },
  rate: 'auth',
  maxBody,
  body: ForgotPasswordRequest,
  response: Empty,
  errors: [...captchaErrors, 'ERR_EMAIL_OR_PHONE_REQUIRED'],
})
const Reset = defineRoute({
  method: 'POST',
  path: '/auth/redefinirsenha',
  summary: 'A new password, by the token of the link; ends all sessions of the account',
  access: { kind: 'public' },
  rate: 'auth',
  maxBody,
  body: ResetPasswordRequest,
  response: Empty,
  errors: ['ERR_RESET_TOKEN_EXPIRED'],
})
const Plans = defineRoute({
  method: 'GET',
  path: '/auth/plans',
  summary: 'Whether companies may register themselves, and the plans they choose from',
  access: { kind: 'public' },
  rate: 'read',
  response: z.object({ open: z.boolean(), plans: z.array(PublicPlan) }),
})
const Register = defineRoute({
  method: 'POST',
  path: '/auth/register',
  summary: 'Register a company with its administrator; the answer is the same for addresses that are taken',
  access: { kind: 'public' },
  rate: 'auth',
  maxBody,
  body: RegisterRequest,
  response: Empty,
  errors: [
    ...captchaErrors,
    'ERR_REGISTRATION_CLOSED',
    'ERR_EMAIL_OR_PHONE_REQUIRED',
    'ERR_DOCUMENT_INVALID',
    'ERR_NO_PLAN_FOUND',
  ],
})

export interface SigningInRoutesOptions {
  readonly access: Pick<AccessService, 'isSuspicious'>
  readonly captcha: Captcha
  readonly resets: PasswordResets
  readonly registration: Registration
}

/** Routes for people without a session, beside signing in itself. */
export function signingInRoutes({
  access,
  captcha,
  resets,
  registration,
}: SigningInRoutesOptions): readonly BoundRoute[] {
  const solved = async (purpose: CaptchaPurpose, field: string | undefined): Promise<void> => {
    if (field === undefined) throw new Refusal('ERR_CAPTCHA_REQUIRED')
    await captcha.judge(purpose, field)
  }
  return [
    bindRoute(Challenge, ({ query, ip }) =>
      captcha.challenge(query.purpose, query.purpose !== 'login' || access.isSuspicious(ip)),
    ),
    bindRoute(Forgot, async ({ body }) => {
      await solved('reset', body.captcha)
      resets.ask(body)
      return {}
    }),
    bindRoute(Reset, async ({ body }) => {
      await resets.redeem(body.token, body.password)
      return {}
    }),
    bindRoute(Plans, () => registration.plans()),
    bindRoute(Register, async ({ body }) => {
      // Checked first, so that nobody solves a challenge while registration is closed.
      if (!(await registration.isOpen())) throw new Refusal('ERR_REGISTRATION_CLOSED')
      await solved('register', body.captcha)
      await registration.register(body)
      return {}
    }),
  ]
}
