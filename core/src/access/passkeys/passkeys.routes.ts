import {
  emailLength,
  userPhoneLength,
  maxSearchLength,
  AuthenticatorType,
  defineRoute,
  Empty,
  LoginResult,
  ManagedPasskey,
  ManagedPasskeyPage,
  Passkey,
  PasskeyTenant,
  nameLengths,
} from '@recado/contracts'
import * as z from 'zod'
import { AnswerWithHeaders, bindRoute, viewerOf, type BoundRoute, type Caller } from '../../http/route.ts'
import { loginIdentifier } from '../../credentials/login-identifier.ts'
import type { RefreshCookie } from '../refresh-cookie.ts'
import { AssertionAnswer } from './assertion.ts'
import type { ManagedPasskeysService } from './managed-passkeys.service.ts'
import type { PasskeySignIn } from './passkey-sign-in.ts'
import { RegistrationAnswer, type PasskeysService } from './passkeys.service.ts'
import { relyingParty } from './relying-party.ts'

/** Options in the format of the WebAuthn standard; the server makes them and only passes them on. */
const Options = z.looseObject({ challenge: z.string() })
const Challenge = z.object({ options: Options, challengeKey: z.string() })
const Answered = z.object({ response: AssertionAnswer, challengeKey: z.string().max(100) })
const DeviceName = z.string().trim().min(1).max(nameLengths.passkey)
const params = z.object({ passkeyId: z.uuid() })
const ofCompany = z.object({ tenantId: z.uuid().optional() })
const maxBody = 65_536

const own = { kind: 'session', permission: 'account.own' } as const
const SignInOptions = defineRoute({
  method: 'POST',
  path: '/passkey/auth/options',
  summary: 'A challenge for the passkeys of an account; unknown accounts are answered alike',
  access: { kind: 'public' },
  rate: 'auth',
  maxBody,
  body: z.object({
    email: z.string().max(emailLength).optional(),
    phoneNumber: z.string().max(userPhoneLength).optional(),
  }),
  response: Challenge,
  errors: ['ERR_EMAIL_OR_PHONE_REQUIRED', 'ERR_PASSKEY_ORIGIN'],
})
const SignInVerify = defineRoute({
  method: 'POST',
  path: '/passkey/auth/verify',
  summary: 'Sign in with what a passkey answered',
  access: { kind: 'public' },
  rate: 'auth',
  maxBody,
  body: Answered,
  response: LoginResult,
  errors: ['ERR_PASSKEY_REFUSED', 'ERR_PASSKEY_ORIGIN', 'ERR_USER_INACTIVE'],
})
const RegisterOptions = defineRoute({
  method: 'POST',
  path: '/passkey/register/options',
  summary: 'A challenge for making a passkey of one’s own',
  access: { ...own, confirmed: true, enrolling: true },
  rate: 'auth',
  maxBody,
  body: z.object({ authenticatorType: AuthenticatorType.optional() }),
  response: Challenge,
  errors: ['ERR_PASSKEY_LIMIT_REACHED', 'ERR_PASSKEY_ORIGIN'],
})
const RegisterVerify = defineRoute({
  method: 'POST',
  path: '/passkey/register/verify',
  summary: 'Keep the passkey that was made',
  access: { ...own, confirmed: true, enrolling: true },
  rate: 'auth',
  maxBody,
  status: 201,
  body: z.object({
    response: RegistrationAnswer,
    challengeKey: z.string().max(100),
    deviceName: DeviceName.default('Meu dispositivo'),
    authenticatorType: AuthenticatorType.optional(),
  }),
  response: Passkey,
  errors: ['ERR_PASSKEY_REFUSED', 'ERR_PASSKEY_IN_USE', 'ERR_PASSKEY_LIMIT_REACHED', 'ERR_PASSKEY_ORIGIN'],
})
const List = defineRoute({
  method: 'GET',
  path: '/passkey/list',
  summary: 'One’s own passkeys',
  access: { ...own, enrolling: true },
  rate: 'read',
  response: z.array(Passkey),
})
const Rename = defineRoute({
  method: 'PUT',
  path: '/passkey/:passkeyId/device-name',
  summary: 'Name one’s own passkey',
  access: own,
  rate: 'write',
  maxBody,
  params,
  body: z.object({ deviceName: DeviceName }),
  response: Passkey,
  errors: ['ERR_NO_PASSKEY_FOUND'],
})
const Remove = defineRoute({
  method: 'DELETE',
  path: '/passkey/:passkeyId',
  summary: 'Delete one’s own passkey',
  access: { ...own, confirmed: true },
  rate: 'write',
  params,
  response: Empty,
  errors: ['ERR_NO_PASSKEY_FOUND'],
})
const ConfirmOptions = defineRoute({
  method: 'POST',
  path: '/auth/confirm/passkey/options',
  summary: 'A challenge for showing again who one is',
  access: { ...own, unsettled: true, enrolling: true },
  rate: 'auth',
  maxBody,
  response: Challenge,
  errors: ['ERR_NO_PASSKEY_FOUND', 'ERR_PASSKEY_ORIGIN'],
})
const ConfirmVerify = defineRoute({
  method: 'POST',
  path: '/auth/confirm/passkey/verify',
  summary: 'Show again who one is, with a passkey',
  access: { ...own, unsettled: true, enrolling: true },
  rate: 'auth',
  maxBody,
  body: Answered,
  response: Empty,
  errors: ['ERR_PASSKEY_REFUSED', 'ERR_PASSKEY_ORIGIN'],
})

const manage = { kind: 'session', permission: 'users.manage' } as const
const ManagedList = defineRoute({
  method: 'GET',
  path: '/passkey/admin/list-all',
  summary: 'Passkeys of the company’s users, newest first; masters may name another company',
  access: manage,
  rate: 'read',
  query: ofCompany.extend({
    searchParam: z.string().trim().max(maxSearchLength).default(''),
    cursor: z.string().max(200).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(40),
  }),
  response: ManagedPasskeyPage,
})
const ManagedToggle = defineRoute({
  method: 'PUT',
  path: '/passkey/admin/:passkeyId/toggle',
  summary: 'Switch a passkey off or on',
  access: { ...manage, confirmed: true },
  rate: 'write',
  maxBody,
  params,
  query: ofCompany,
  response: ManagedPasskey,
  errors: ['ERR_NO_PASSKEY_FOUND'],
})
const ManagedRemove = defineRoute({
  method: 'DELETE',
  path: '/passkey/admin/:passkeyId',
  summary: 'Delete a passkey of a user',
  access: { ...manage, confirmed: true },
  rate: 'write',
  params,
  query: ofCompany,
  response: Empty,
  errors: ['ERR_NO_PASSKEY_FOUND'],
})
const Tenants = defineRoute({
  method: 'GET',
  path: '/passkey/admin/tenants',
  summary: 'The companies whose passkeys can be looked after',
  access: { kind: 'session', permission: 'platform.manage' },
  rate: 'read',
  response: z.array(PasskeyTenant),
})

export interface PasskeyRoutesOptions {
  readonly passkeys: PasskeysService
  readonly signIn: PasskeySignIn
  readonly managed: ManagedPasskeysService
  readonly cookie: RefreshCookie
  /** The address this installation is published under, if it is known. */
  readonly publicUrl: string | undefined
}

/** S7-033…044. */
export function passkeyRoutes({
  passkeys,
  signIn,
  managed,
  cookie,
  publicUrl,
}: PasskeyRoutesOptions): readonly BoundRoute[] {
  const rpOf = (url: URL) => relyingParty(publicUrl, url)
  return [
    bindRoute(SignInOptions, ({ body, url }) =>
      signIn.begin(loginIdentifier(body.email ?? body.phoneNumber), rpOf(url)),
    ),
    bindRoute(SignInVerify, async ({ headers, body, url, ip }) => {
      cookie.refuseForeign(headers)
      const signedIn = await signIn.finish(body.response, body.challengeKey, rpOf(url), {
        ip,
        userAgent: headers.get('user-agent'),
      })
      return new AnswerWithHeaders(signedIn.result, cookie.given(signedIn.cookie))
    }),
    bindRoute(RegisterOptions, ({ body, url }, caller) =>
      passkeys.beginRegistering(viewerOf(caller), body.authenticatorType, rpOf(url)),
    ),
    bindRoute(RegisterVerify, ({ body, url }, caller) => passkeys.finishRegistering(viewerOf(caller), body, rpOf(url))),
    bindRoute(List, (_request, caller) => passkeys.list(viewerOf(caller))),
    bindRoute(Rename, ({ params: { passkeyId }, body }, caller) =>
      passkeys.rename(viewerOf(caller), passkeyId, body.deviceName),
    ),
    bindRoute(Remove, async ({ params: { passkeyId } }, caller) => {
      await passkeys.remove(viewerOf(caller), passkeyId)
      return {}
    }),
    bindRoute(ConfirmOptions, ({ url }, caller) => signIn.beginConfirming(viewerOf(caller), rpOf(url))),
    bindRoute(ConfirmVerify, async ({ body, url }, caller) => {
      await signIn.finishConfirming(viewerOf(caller), sessionOf(caller), body.response, body.challengeKey, rpOf(url))
      return {}
    }),
    bindRoute(ManagedList, ({ query }, caller) => managed.list(viewerOf(caller), query)),
    bindRoute(ManagedToggle, ({ params: { passkeyId }, query }, caller) =>
      managed.toggle(viewerOf(caller), passkeyId, query.tenantId),
    ),
    bindRoute(ManagedRemove, async ({ params: { passkeyId }, query }, caller) => {
      await managed.remove(viewerOf(caller), passkeyId, query.tenantId)
      return {}
    }),
    bindRoute(Tenants, (_request, caller) => managed.tenants(viewerOf(caller))),
  ]
}

function sessionOf(caller: Caller): string {
  if (caller.kind !== 'session') throw new Error('a route without session access asked for its session')
  return caller.sessionId
}
