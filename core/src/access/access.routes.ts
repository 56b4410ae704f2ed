import { defineRoute, Empty, LoginRequest, LoginResult } from '@recado/contracts'
import * as z from 'zod'
import { AnswerWithHeaders, bindRoute, viewerOf, type BoundRoute } from '../http/route.ts'
import type { AccessService } from './access.service.ts'
import type { RefreshCookie } from './refresh-cookie.ts'

const Login = defineRoute({
  method: 'POST',
  path: '/auth/login',
  summary: 'Sign in with e-mail or phone number and password',
  access: { kind: 'public' },
  rate: 'auth',
  maxBody: 8_192,
  body: LoginRequest,
  response: LoginResult,
  errors: [
    'ERR_INVALID_CREDENTIALS',
    'ERR_USER_INACTIVE',
    'ERR_EMAIL_OR_PHONE_REQUIRED',
    'ERR_PASSKEY_REQUIRED',
    'ERR_SECOND_FACTOR_REQUIRED',
    'ERR_SECOND_FACTOR_INVALID',
    'ERR_LOGIN_HOURS_RESTRICTED',
    'ERR_CONNECTED_USERS_LIMIT',
    'ERR_CAPTCHA_REQUIRED',
    'ERR_CAPTCHA_INVALID',
  ],
})
const Logout = defineRoute({
  method: 'POST',
  path: '/auth/logout',
  summary: 'Sign out; also without a valid session',
  access: { kind: 'public' },
  rate: 'auth',
  maxBody: 8_192,
  response: Empty,
})
const Refresh = defineRoute({
  method: 'POST',
  path: '/auth/refresh_token',
  summary: 'A new access token for the session that the cookie proves',
  access: { kind: 'public' },
  rate: 'auth',
  maxBody: 8_192,
  body: z.object({ userId: z.uuid().optional() }),
  response: z.object({ token: z.string() }),
  errors: [
    'ERR_SESSION_ENDED',
    'ERR_SESSION_OTHER_DEVICE',
    'ERR_USER_INACTIVE',
    'ERR_USER_DELETED',
    'ERR_LOGIN_HOURS_RESTRICTED',
  ],
})
const Limit = defineRoute({
  method: 'POST',
  path: '/auth/limit',
  summary: 'The limit of connected users, and whether signing in is possible, for who has the credentials',
  access: { kind: 'public' },
  rate: 'auth',
  maxBody: 8_192,
  body: LoginRequest.partial(),
  response: z.object({ limit: z.int().nullable(), canLogin: z.boolean() }),
})
const Session = defineRoute({
  method: 'GET',
  path: '/auth/session',
  summary: 'The signed-in account, as the login result without its token',
  access: { kind: 'session', permission: 'account.own', unsettled: true, enrolling: true },
  rate: 'read',
  response: LoginResult.omit({ token: true }),
})

export interface AccessRoutesOptions {
  readonly access: AccessService
  readonly cookie: RefreshCookie
}

/** Signing in and out. The refresh credential travels in a cookie that only these paths see. */
export function accessRoutes({ access, cookie }: AccessRoutesOptions): readonly BoundRoute[] {
  return [
    bindRoute(Login, async ({ headers, body, ip }) => {
      cookie.refuseForeign(headers)
      const signedIn = await access.login(body, { ip, userAgent: headers.get('user-agent') })
      return new AnswerWithHeaders(signedIn.result, cookie.given(signedIn.cookie))
    }),
    bindRoute(Logout, async ({ headers }) => {
      cookie.refuseForeign(headers)
      await access.logout(headers, cookie.read(headers))
      return new AnswerWithHeaders({}, cookie.taken())
    }),
    bindRoute(Refresh, async ({ headers, body }) => {
      cookie.refuseForeign(headers)
      const renewed = await access.refresh(cookie.read(headers), body.userId)
      return new AnswerWithHeaders({ token: renewed.token }, cookie.given(renewed.cookie))
    }),
    bindRoute(Limit, (request) => access.outlook(request.body, request.ip)),
    bindRoute(Session, async (_request, caller) => ({
      ...(await access.account(viewerOf(caller))),
      ...(caller.kind === 'session' && { sessionId: caller.sessionId }),
    })),
  ]
}
