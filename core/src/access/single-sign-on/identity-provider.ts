import { emailLength, Refusal } from '@recado/contracts'
import type { ClientAuth, Configuration, CustomFetch } from 'openid-client'
import * as z from 'zod'
import type { Egress } from '../../security/egress.ts'
import { isOwnMachine } from '../own-origin.ts'

/** Access to a company's identity provider: its issuer, and this installation's client there. */
export interface ProviderAccess {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

/** State kept between the redirect to the provider and the return from it. */
export interface Journey {
  readonly verifier: string
  readonly nonce: string
  readonly redirectUri: string
}

/** The returned user. The address is in small letters, and the provider has verified it. */
export interface ProvenPerson {
  readonly email: string
  readonly name: string | undefined
}

/** The steps of a check, in the order in which they are gone; a refusal names the one that failed. */
export const discoverySteps = ['reach', 'document', 'flow', 'keys'] as const
export type DiscoveryStep = (typeof discoverySteps)[number]

const timeoutSeconds = 8
const maxBytes = 1_000_000
const Keys = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).min(1) })

/**
 * OpenID Connect as far as signing in needs it: the authorization code flow with PKCE, state and nonce. Every request
 * goes through the egress guard, so that an address which an administrator types leads nowhere inside.
 */
export class IdentityProviders {
  readonly #fetch: typeof fetch
  constructor(egress: Egress) {
    this.#fetch = egress.fetchFor({ timeoutMs: timeoutSeconds * 1_000, maxBytes, maxRedirects: 0 })
  }

  /**
   * Whether the provider describes itself and can do what signing in needs. @throws Refusal ERR_SSO_DISCOVERY with the
   * step
   */
  async check(access: ProviderAccess): Promise<void> {
    const provider = (await this.#discover(access)).serverMetadata()
    const offersCode = provider.response_types_supported?.includes('code') ?? true
    const offersPkce = provider.code_challenge_methods_supported?.includes('S256') ?? true
    if (!offersCode || !offersPkce || !provider.authorization_endpoint || !provider.token_endpoint) throw failed('flow')
    const answer = await this.#fetch(provider.jwks_uri ?? '')
      .then(async (response) => (response.ok ? Keys.safeParse(await response.json()) : undefined))
      .catch((cause: unknown) => {
        throw failed('keys', cause)
      })
    if (!answer?.success) throw failed('keys')
  }

  /** Address to redirect the browser to. `state` comes back with it. @throws Refusal ERR_SSO_DISCOVERY */
  async begin(
    access: ProviderAccess,
    redirectUri: string,
  ): Promise<{ journey: Journey; address(state: string, email: string): URL }> {
    const { buildAuthorizationUrl, calculatePKCECodeChallenge, randomNonce, randomPKCECodeVerifier } = await openId()
    const configuration = await this.#discover(access)
    const journey = { verifier: randomPKCECodeVerifier(), nonce: randomNonce(), redirectUri }
    const challenge = await calculatePKCECodeChallenge(journey.verifier)
    return {
      journey,
      address: (state, email) =>
        buildAuthorizationUrl(configuration, {
          redirect_uri: redirectUri,
          scope: 'openid email profile',
          response_type: 'code',
          state,
          nonce: journey.nonce,
          code_challenge: challenge,
          code_challenge_method: 'S256',
          login_hint: email,
        }),
    }
  }

  /**
   * The user who returned with `query`. Undefined if the provider has no verified address of them.
   * @throws the error of openid-client for an invalid answer
   */
  async finish(
    access: ProviderAccess,
    journey: Journey,
    state: string,
    query: string,
  ): Promise<ProvenPerson | undefined> {
    const { authorizationCodeGrant, fetchUserInfo } = await openId()
    const configuration = await this.#discover(access)
    const tokens = await authorizationCodeGrant(configuration, new URL(journey.redirectUri + query), {
      pkceCodeVerifier: journey.verifier,
      expectedNonce: journey.nonce,
      expectedState: state,
    })
    const claims = tokens.claims()!
    const profile =
      claims['email'] === undefined && configuration.serverMetadata().userinfo_endpoint
        ? await fetchUserInfo(configuration, tokens.access_token, claims.sub)
        : claims
    const email = z.email().max(emailLength).safeParse(profile['email'])
    if (!email.success || profile['email_verified'] !== true) return undefined
    return { email: email.data.toLowerCase(), name: typeof profile['name'] === 'string' ? profile['name'] : undefined }
  }

  async #discover({ issuer, clientId, clientSecret }: ProviderAccess): Promise<Configuration> {
    const { allowInsecureRequests, customFetch, discovery, enableNonRepudiationChecks, ...methods } = await openId()
    const url = new URL(issuer)
    const isLocal = url.protocol === 'http:' && isOwnMachine(url.hostname)
    let wasReached = false
    // A fetch in the library's form: requests as plain data, answers as the platform's own.
    const guarded: CustomFetch = async (address, { body, ...init }) => {
      const response = await this.#fetch(address, {
        ...init,
        body: body ?? null,
        signal: init.signal ?? null,
      } as RequestInit)
      wasReached = true
      return response
    }
    return discovery(url, clientId, {}, secretAs(clientSecret, methods), {
      timeout: timeoutSeconds,
      [customFetch]: guarded,
      // The signature is checked although the token comes over TLS: the provider's key authenticates the person.
      execute: [enableNonRepudiationChecks, ...(isLocal ? [allowInsecureRequests] : [])],
    }).catch((cause: unknown) => {
      throw failed(wasReached ? 'document' : 'reach', cause)
    })
  }
}

/** Few companies have a provider, so the library comes with the first of them that asks. */
const openId = () => import('openid-client')
type Methods = Pick<Awaited<ReturnType<typeof openId>>, 'ClientSecretBasic' | 'ClientSecretPost'>

/** In the header, as every provider must take it, unless this one says that it takes it in the body only. */
const secretAs =
  (secret: string, { ClientSecretBasic, ClientSecretPost }: Methods): ClientAuth =>
  (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported
    const inBody =
      methods !== undefined && !methods.includes('client_secret_basic') && methods.includes('client_secret_post')
    return (inBody ? ClientSecretPost(secret) : ClientSecretBasic(secret))(server, client, body, headers)
  }

const failed = (step: DiscoveryStep, cause?: unknown): Refusal =>
  new Refusal('ERR_SSO_DISCOVERY', { detail: step }, { cause })
