import { defineRoute } from '@recado/sdk'
import * as z from 'zod'
import { returnPath } from './dialog.ts'

const access = { kind: 'session', permission: 'waba.signup' } as const

/** A number that a sign-up connected. `pin`: of its two-step verification, where the number was registered just now. */
export const ConnectedNumber = z.object({
  connectionId: z.uuid(),
  name: z.string(),
  phone: z.string().nullable(),
  importsPast: z.boolean(),
  pin: z.string().nullable(),
})
export type ConnectedNumber = z.output<typeof ConnectedNumber>

const State = z.string().min(20).max(200)
/** What Meta's dialog returned with: a code, or its words for why there is none. */
export const SignupReturn = z.union([
  z.strictObject({ state: State, code: z.string().min(1).max(2_000) }),
  z.strictObject({ state: State, refused: z.string().max(500) }),
])

export const signupRoutes = {
  signupOffer: defineRoute({
    method: 'GET',
    path: '/signup',
    summary: 'Whether numbers can be connected by Meta’s Embedded Signup',
    access,
    rate: 'read',
    response: z.object({ isOffered: z.boolean() }),
  }),
  beginSignup: defineRoute({
    method: 'POST',
    path: '/signup',
    summary: 'Begin Embedded Signup: the address of Meta’s dialog, for this user alone, good for an hour',
    access,
    rate: 'write',
    confidential: true,
    response: z.object({ address: z.string() }),
    errors: ['ERR_WABA_SIGNUP_UNSET'],
  }),
  returnFromSignup: defineRoute({
    method: 'GET',
    path: returnPath,
    summary: 'Where Meta’s dialog returns to: leads to the page that finishes the sign-up',
    access: { kind: 'public' },
    rate: 'visitor',
    confidential: true,
    query: z.looseObject({}),
    response: 'bytes',
  }),
  finishSignup: defineRoute({
    method: 'POST',
    path: '/signup/finish',
    summary: 'Connect the numbers that were shared in Meta’s dialog',
    access,
    rate: 'write',
    confidential: true,
    body: SignupReturn,
    response: z.object({ numbers: z.array(ConnectedNumber) }),
    errors: [
      'ERR_WABA_SIGNUP_UNSET',
      'ERR_WABA_SIGNUP_STATE',
      'ERR_WABA_SIGNUP_REFUSED',
      'ERR_WABA_SIGNUP_CODE',
      'ERR_WABA_SIGNUP_NO_NUMBER',
      'ERR_WABA_SIGNUP_TAKEN',
      'ERR_PROVIDER_REFUSED',
      'ERR_PROVIDER_FAILED',
    ],
  }),
}
