import type { Api } from '@recado/sdk/ui'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { AuthenticatorType, LoginResult, Passkey } from '../../base/contracts.ts'
import type { SignInName } from '../../base/session/account.ts'
import { PasskeyError } from './passkey-error.ts'
import { passkeyFailure, passkeyObstacle, type Ceremony } from './passkey-failure.ts'

interface Challenge<Options> {
  readonly options: Options
  readonly challengeKey: string
}
type Posts = Pick<Api, 'post'>

/** Usual timeout of browsers when the server sets none. Milliseconds. */
const usualTimeout = 60_000

/** @throws PasskeyError, or the refusal of the server where that has words of its own */
export const signInWithPasskey = (api: Posts, name: SignInName): Promise<LoginResult> =>
  ceremony(
    'signIn',
    () => api.post<Challenge<PublicKeyCredentialRequestOptionsJSON>>('/passkey/auth/options', name),
    async ({ options, challengeKey }) => {
      const { startAuthentication } = await import('@simplewebauthn/browser')
      return { challengeKey, response: await startAuthentication({ optionsJSON: options }) }
    },
    (answer) => api.post<LoginResult>('/passkey/auth/verify', answer),
  )

/** For acts that ask for having shown who one is. @throws as {@link signInWithPasskey} */
export const confirmWithPasskey = (api: Posts): Promise<unknown> =>
  ceremony(
    'signIn',
    () => api.post<Challenge<PublicKeyCredentialRequestOptionsJSON>>('/auth/confirm/passkey/options'),
    async ({ options, challengeKey }) => {
      const { startAuthentication } = await import('@simplewebauthn/browser')
      return { challengeKey, response: await startAuthentication({ optionsJSON: options }) }
    },
    (answer) => api.post('/auth/confirm/passkey/verify', answer),
  )

/** @throws as {@link signInWithPasskey} */
export const registerPasskey = (
  api: Posts,
  passkey: { readonly deviceName: string; readonly authenticatorType: AuthenticatorType },
): Promise<Passkey> =>
  ceremony(
    'register',
    () =>
      api.post<Challenge<PublicKeyCredentialCreationOptionsJSON>>('/passkey/register/options', {
        authenticatorType: passkey.authenticatorType,
      }),
    async ({ options, challengeKey }) => {
      const { startRegistration } = await import('@simplewebauthn/browser')
      return { challengeKey, response: await startRegistration({ optionsJSON: options }), ...passkey }
    },
    (answer) => api.post<Passkey>('/passkey/register/verify', answer),
  )

async function ceremony<Options extends { readonly timeout?: number }, Answer, Result>(
  kind: Ceremony,
  begin: () => Promise<Challenge<Options>>,
  answer: (challenge: Challenge<Options>) => Promise<Answer>,
  finish: (answer: Answer) => Promise<Result>,
): Promise<Result> {
  const obstacle = passkeyObstacle(window)
  if (obstacle) throw new PasskeyError(obstacle)
  let asked = performance.now()
  let timeout = usualTimeout
  try {
    const challenge = await begin()
    timeout = challenge.options.timeout ?? usualTimeout
    asked = performance.now()
    return await finish(await answer(challenge))
  } catch (error) {
    const failure = passkeyFailure(error, { ceremony: kind, elapsed: performance.now() - asked, timeout })
    throw failure === undefined ? error : new PasskeyError(failure, { cause: error })
  }
}
