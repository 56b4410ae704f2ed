import type { PasskeyOptions } from '../src/helper/protocol.ts'

/** An answer of the browser in WebAuthn's JSON, or the name of the error with which it ended. */
export type Signed = { readonly answer: object } | { readonly error: string }

/**
 * Has the browser sign with the account's passkey. It runs in the page of WhatsApp itself, as a function of that page:
 * only there do password managers offer the passkeys they hold. So it uses nothing from around it.
 */
export async function signOnPage(options: PasskeyOptions): Promise<Signed> {
  const bytes = (text: string): Uint8Array<ArrayBuffer> =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '')), (one) => one.charCodeAt(0))
  const text = (given: ArrayBuffer): string =>
    btoa(String.fromCharCode(...new Uint8Array(given)))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replace(/=+$/, '')
  try {
    const { challenge, allowCredentials, extensions, ...rest } = options
    const credential = (await navigator.credentials.get({
      publicKey: {
        ...rest,
        ...(extensions && { extensions: extensions as AuthenticationExtensionsClientInputs }),
        challenge: bytes(challenge),
        allowCredentials: allowCredentials.map(({ id }) => ({ type: 'public-key' as const, id: bytes(id) })),
      },
    })) as PublicKeyCredential | null
    if (!credential) return { error: 'NotAllowedError' }
    const response = credential.response as AuthenticatorAssertionResponse
    return {
      answer: {
        id: credential.id,
        rawId: text(credential.rawId),
        type: credential.type,
        response: {
          clientDataJSON: text(response.clientDataJSON),
          authenticatorData: text(response.authenticatorData),
          signature: text(response.signature),
          userHandle: response.userHandle ? text(response.userHandle) : null,
        },
      },
    }
  } catch (error) {
    return { error: error instanceof Error ? error.name : 'Error' }
  }
}
