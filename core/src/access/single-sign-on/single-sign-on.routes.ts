import {
  emailLength,
  defineRoute,
  Empty,
  LoginResult,
  Refusal,
  SsoProvider,
  SsoProviders,
  domainLength,
  identityProviderLengths,
  nameLengths,
} from '@recado/contracts'
import * as z from 'zod'
import { AnswerWithHeaders, bindRoute, viewerOf, type BoundRoute } from '../../http/route.ts'
import { isOwnMachine, ownOrigin } from '../own-origin.ts'
import { Cookie } from '../cookie.ts'
import type { RefreshCookie } from '../refresh-cookie.ts'
import { journeySeconds, type SingleSignOn } from './single-sign-on.ts'
import type { SsoProvidersService } from './sso-providers.service.ts'

const callbackPath = '/auth/sso/callback'
const maxBody = 16_384

const Issuer = z
  .url({ protocol: /^https?$/ })
  .max(identityProviderLengths.issuer)
  .refine((text) => {
    if (!URL.canParse(text)) return false
    const url = new URL(text)
    return (
      (url.protocol === 'https:' || isOwnMachine(url.hostname)) &&
      url.search === '' &&
      url.hash === '' &&
      url.username === ''
    )
  }, 'https is required')
const Domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(domainLength)
  .regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/)
const Change = z.object({
  name: z.string().trim().min(1).max(nameLengths.identityProvider),
  issuer: Issuer,
  clientId: z.string().trim().min(1).max(identityProviderLengths.clientId),
  clientSecret: z.string().min(1).max(identityProviderLengths.clientSecret).optional(),
  domains: z.array(Domain).min(1).max(20),
  autoCreate: z.boolean(),
  isActive: z.boolean(),
})

const manage = { kind: 'session', permission: 'signin.manage', confirmed: true } as const
const params = z.object({ providerId: z.uuid() })
const List = defineRoute({
  method: 'GET',
  path: '/sso/providers',
  summary: 'The identity providers of the company',
  access: { kind: 'session', permission: 'signin.manage' },
  rate: 'read',
  response: SsoProviders,
})
const Create = defineRoute({
  method: 'POST',
  path: '/sso/providers',
  summary: 'Add an identity provider, after it was tried',
  access: manage,
  rate: 'write',
  maxBody,
  body: Change,
  response: SsoProvider,
  status: 201,
  errors: ['ERR_SSO_DISCOVERY', 'ERR_SSO_DOMAIN_EXISTS', 'ERR_SSO_DOMAIN_PUBLIC'],
})
const Update = defineRoute({
  method: 'PUT',
  path: '/sso/providers/:providerId',
  summary: 'Change an identity provider, after it was tried',
  access: manage,
  rate: 'write',
  maxBody,
  params,
  body: Change,
  response: SsoProvider,
  errors: ['ERR_NO_SSO_PROVIDER_FOUND', 'ERR_SSO_DISCOVERY', 'ERR_SSO_DOMAIN_EXISTS', 'ERR_SSO_DOMAIN_PUBLIC'],
})
const Remove = defineRoute({
  method: 'DELETE',
  path: '/sso/providers/:providerId',
  summary: 'Delete an identity provider',
  access: manage,
  rate: 'write',
  params,
  response: Empty,
  errors: ['ERR_NO_SSO_PROVIDER_FOUND'],
})

const Start = defineRoute({
  method: 'POST',
  path: '/auth/sso/start',
  summary: 'Where the company of an e-mail address signs in',
  access: { kind: 'public' },
  rate: 'auth',
  maxBody,
  body: z.object({ email: z.string().max(emailLength) }),
  response: z.object({ url: z.url() }),
  errors: ['ERR_NO_SSO_FOUND', 'ERR_SSO_DISCOVERY', 'ERR_SSO_ORIGIN', 'ERR_EMAIL_OR_PHONE_REQUIRED'],
})
const Callback = defineRoute({
  method: 'GET',
  path: callbackPath,
  summary: 'The way back from an identity provider, to the login page',
  access: { kind: 'public' },
  rate: 'auth',
  query: z.looseObject({ state: z.string().max(200).optional() }),
  response: 'bytes',
})
const Finish = defineRoute({
  method: 'POST',
  path: '/auth/sso/finish',
  summary: 'The session for the code of the way back',
  access: { kind: 'public' },
  rate: 'auth',
  maxBody,
  body: z.object({ code: z.string().max(200) }),
  response: LoginResult,
  errors: ['ERR_SSO_REFUSED', 'ERR_USER_INACTIVE'],
})

export interface SingleSignOnRoutesOptions {
  readonly providers: SsoProvidersService
  readonly signOn: SingleSignOn
  readonly cookie: RefreshCookie
  /** The address this installation is published under, if it is known. */
  readonly publicUrl: string | undefined
}

export function singleSignOnRoutes({
  providers,
  signOn,
  cookie,
  publicUrl,
}: SingleSignOnRoutesOptions): readonly BoundRoute[] {
  // The half that the browser holds while somebody is away at their provider. A link from there must bring it: Lax.
  const journey = new Cookie({ name: 'sso', path: '/auth/sso', sameSite: 'Lax' }, publicUrl)
  /** Never from a host header that is not this machine's own: the provider would lead people there. */
  const baseOf = (url: URL): string | undefined => publicUrl ?? ownOrigin(undefined, url)?.origin

  return [
    bindRoute(List, async ({ url }, caller) => {
      const base = baseOf(url)
      return {
        providers: await providers.list(viewerOf(caller).tenantId),
        callbackUrl: base === undefined ? null : base + callbackPath,
      }
    }),
    bindRoute(Create, ({ body }, caller) => providers.create(viewerOf(caller), body)),
    bindRoute(Update, ({ params: { providerId }, body }, caller) =>
      providers.update(viewerOf(caller), providerId, body),
    ),
    bindRoute(Remove, async ({ params: { providerId } }, caller) => {
      await providers.remove(viewerOf(caller), providerId)
      return {}
    }),
    bindRoute(Start, async ({ headers: asked, body, url }) => {
      cookie.refuseForeign(asked)
      const base = baseOf(url)
      if (base === undefined) throw new Refusal('ERR_SSO_ORIGIN')
      const { url: address, browser } = await signOn.begin(body.email, base + callbackPath)
      const headers = { 'set-cookie': journey.given(browser, journeySeconds), 'cache-control': 'no-store' }
      return new AnswerWithHeaders({ url: address }, headers)
    }),
    bindRoute(Callback, async ({ headers, query, url }) => {
      const browser = journey.read(headers)
      const back = await signOn.comeBack(query.state ?? '', url.search, browser).catch((error: unknown) => {
        if (Refusal.is(error)) return undefined
        throw error
      })
      const location = `${baseOf(url) ?? ''}/#/login?${back === undefined ? 'ssoRefused=true' : `sso=${back}`}`
      return new Response(null, {
        status: 302,
        headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
      })
    }),
    bindRoute(Finish, async ({ headers, body, ip }) => {
      cookie.refuseForeign(headers)
      const from = { ip, userAgent: headers.get('user-agent') }
      const signedIn = await signOn.finish(body.code, journey.read(headers), from)
      return new AnswerWithHeaders(signedIn.result, cookie.given(signedIn.cookie))
    }),
  ]
}
