/* What the parts of the helper say to each other, and to Recado. */

/** The page on which alone the passkey of a WhatsApp account can be used. */
export const whatsappOrigin = 'https://web.whatsapp.com'
/** The only party that the helper has a passkey used for. */
export const relyingParty = 'whatsapp.com'
/** How the helper and the page of Recado understand each other; written on the page by {@link presentKey}. */
export const protocol = '1'
/** Name in `dataset` of the page of Recado under which the helper says that it is there. */
export const presentKey = 'recadoPasskeyHelper'

const fragment = 'recado-passkey'

/** A request that Recado hands over: its connection, and the token that is good once. */
export interface HandOver {
  readonly connection: string
  readonly token: string
}

/** Address of WhatsApp's page with the request in its fragment, which no server is sent. */
export const handOverAddress = ({ connection, token }: HandOver): string =>
  `${whatsappOrigin}/#${fragment}=${connection}.${token}`

const written = new RegExp(`^#${fragment}=([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\\.([A-Za-z0-9_-]{43})$`)

/** The request in the fragment of an address; undefined where there is none. */
export function handOverIn(hash: string): HandOver | undefined {
  const [, connection, token] = written.exec(hash) ?? []
  return connection !== undefined && token !== undefined ? { connection, token } : undefined
}

/** A request as Recado answers it: whose number it is, and what the browser is asked, as JSON. */
export interface Begun {
  readonly company: string
  readonly channel: string
  readonly options: string
}

/** What the script on WhatsApp's page asks the worker. */
export type Ask = HandOver & ({ readonly ask: 'begin' } | { readonly ask: 'sign'; readonly options: string })

/** What the worker answers: what was begun, nothing where the passkey was brought, or why not. */
export type Told = { readonly begun: Begun } | { readonly done: true } | { readonly refused: string }

/** What the page of WhatsApp is asked, by the names and forms of WebAuthn's JSON. */
export interface PasskeyOptions {
  readonly challenge: string
  readonly rpId: string
  readonly timeout?: number
  readonly userVerification?: UserVerificationRequirement
  readonly allowCredentials: readonly { readonly id: string }[]
  readonly extensions?: { readonly uvm: true }
}

const base64url = /^[A-Za-z0-9_-]{1,1024}={0,2}$/
const shortestChallenge = 22
const verifications = ['required', 'preferred', 'discouraged']
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/**
 * Reads what Recado says that WhatsApp asks, and keeps what the helper knows. Undefined for everything that is no
 * request for a passkey of WhatsApp: another site's in particular.
 */
export function readOptions(json: string): PasskeyOptions | undefined {
  let given: unknown
  try {
    given = JSON.parse(json)
  } catch {
    return undefined
  }
  if (!isObject(given)) return undefined
  const { challenge, rpId, timeout, userVerification, allowCredentials = [], extensions } = given
  if (typeof challenge !== 'string' || challenge.length < shortestChallenge) return undefined
  if (!base64url.test(challenge) || rpId !== relyingParty) return undefined
  if (!Array.isArray(allowCredentials) || allowCredentials.length > 64) return undefined
  const ids = allowCredentials.map((one: unknown) => (isObject(one) ? one['id'] : undefined))
  if (!ids.every((id): id is string => typeof id === 'string' && base64url.test(id))) return undefined
  return {
    challenge,
    rpId,
    ...(typeof timeout === 'number' && timeout > 0 && { timeout: Math.min(timeout, 600_000) }),
    ...(verifications.includes(String(userVerification)) && {
      userVerification: userVerification as UserVerificationRequirement,
    }),
    allowCredentials: ids.map((id) => ({ id })),
    ...(isObject(extensions) && extensions['uvm'] === true && { extensions: { uvm: true } }),
  }
}

/** The question in a message of the script on WhatsApp's page; undefined for what is none. */
export function readAsk(message: unknown): Ask | undefined {
  if (!isObject(message)) return undefined
  const { ask, connection, token, options } = message
  const handOver = handOverIn(`#${fragment}=${String(connection)}.${String(token)}`)
  if (!handOver) return undefined
  if (ask === 'begin') return { ask, ...handOver }
  return ask === 'sign' && typeof options === 'string' ? { ask, ...handOver, options } : undefined
}

/** Where a helper brings answers: the address it was made for, which is the permission that is not WhatsApp's. */
export function addressOf(permissions: readonly string[]): string | undefined {
  const [permitted] = permissions.filter((one) => one !== `${whatsappOrigin}/*`)
  return permitted?.replace(/\/\*$/, '')
}
