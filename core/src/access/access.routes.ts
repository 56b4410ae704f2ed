import { defineRoute, Empty, LoginRequest, LoginResult, Refusal, type RouteRequest, type RouteSpec } from '@recado/contracts'
import * as z from 'zod'
import { AnswerWithHeaders, bindRoute, viewerOf, type BoundRoute } from '../http/route.ts'
import type { AccessService, CookieCredential } from './access.service.ts'
import { isSameOrigin } from './same-origin.ts'

/** The refresh credential's cookie; the name is the product family's. Scripts never see it. */
const cookieName = 'jrt'

const Login = defineRoute({
  method: 'POST', path: '/auth/login', summary: 'Sign in with e-mail or phone number and password', access: { kind: 'public' }, rate: 'auth', maxBody: 8_192,
  body: LoginRequest, response: LoginResult, errors: ['ERR_INVALID_CREDENTIALS', 'ERR_USER_INACTIVE', 'ERR_EMAIL_OR_PHONE_REQUIRED', 'ERR_CAPTCHA_REQUIRED', 'ERR_CAPTCHA_INVALID'],
})
const Logout = defineRoute({
  method: 'POST', path: '/auth/logout', summary: 'Sign out; also without a valid session', access: { kind: 'public' }, rate: 'auth', maxBody: 8_192,
  response: Empty,
})
const Refresh = defineRoute({
  method: 'POST', path: '/auth/refresh_token', summary: 'A new access token for the session that the cookie proves', access: { kind: 'public' }, rate: 'auth', maxBody: 8_192,
  body: z.object({ userId: z.uuid().optional() }), response: z.object({ token: z.string() }), errors: ['ERR_SESSION_ENDED', 'ERR_SESSION_OTHER_DEVICE', 'ERR_USER_INACTIVE'],
})
const Limit = defineRoute({
  method: 'POST', path: '/auth/limit', summary: 'The limit of connected users, and whether signing in is possible', access: { kind: 'public' }, rate: 'auth', maxBody: 8_192,
  response: z.object({ limit: z.int().nullable(), canLogin: z.boolean() }),
})
const Session = defineRoute({
  method: 'GET', path: '/auth/session', summary: 'The signed-in account, as the login result without its token', access: { kind: 'session', permission: 'account.own' }, rate: 'read',
  response: LoginResult.omit({ token: true }),
})

export interface AccessRoutesOptions {
  readonly access: AccessService
  /** The address this installation is published under, if it is known. */
  readonly publicUrl: string | undefined
}

/** Signing in and out. The refresh credential travels in a cookie that only these paths see. */
export function accessRoutes({ access, publicUrl }: AccessRoutesOptions): readonly BoundRoute[] {
  const secure = publicUrl?.startsWith('https:') ?? false
  const setCookie = ({ value, seconds }: CookieCredential) =>
    ({ 'set-cookie': `${cookieName}=${value}; Path=/auth; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`, 'cache-control': 'no-store' })
  const refuseForeign = (request: RouteRequest<RouteSpec>): void => {
    if (!isSameOrigin(request.headers, publicUrl)) throw new Refusal('ERR_NO_PERMISSION')
  }

  return [
    bindRoute(Login, async (request) => {
      refuseForeign(request)
      const { result, cookie } = await access.login(request.body, { ip: request.ip, userAgent: request.headers.get('user-agent') })
      return new AnswerWithHeaders(result, setCookie(cookie))
    }),
    bindRoute(Logout, async (request) => {
      refuseForeign(request)
      await access.logout(request.headers, cookieOf(request.headers))
      return new AnswerWithHeaders({}, setCookie({ value: '', seconds: 0 }))
    }),
    bindRoute(Refresh, async (request) => {
      refuseForeign(request)
      const { token, cookie } = await access.refresh(cookieOf(request.headers), request.body.userId)
      return new AnswerWithHeaders({ token }, setCookie(cookie))
    }),
    // Signing in ends the user's older session, so nobody is locked out by one; tiers bring no limit yet (decision 20).
    bindRoute(Limit, () => ({ limit: null, canLogin: true })),
    bindRoute(Session, async (_request, caller) => ({ ...await access.account(viewerOf(caller)), ...(caller.kind === 'session' && { sessionId: caller.sessionId }) })),
  ]
}

function cookieOf(headers: Headers): string | undefined {
  const pair = (headers.get('cookie') ?? '').split(/;\s*/).find((part) => part.startsWith(`${cookieName}=`))
  return pair?.slice(cookieName.length + 1)
}
