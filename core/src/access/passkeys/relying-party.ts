import { Refusal } from '@recado/contracts'
import { isIP } from 'node:net'
import { isLocalName, ownOrigin } from '../own-origin.ts'

/** The site as passkeys know it: a key made for one site works for no other. */
export interface RelyingParty {
  /** The host name, without scheme and port. */
  readonly id: string
  /** Origin that browsers must have shown in their address bar. */
  readonly origin: string
}

/**
 * @throws Refusal ERR_PASSKEY_ORIGIN where browsers have no passkeys: without https, unless it is localhost (S5-019)
 */
export function relyingParty(publicUrl: string | undefined, request: URL): RelyingParty {
  const origin = ownOrigin(publicUrl, request)
  if (
    !origin ||
    isIP(origin.hostname.replace(/^\[|\]$/g, '')) !== 0 ||
    !(origin.protocol === 'https:' || isLocalName(origin.hostname))
  )
    throw new Refusal('ERR_PASSKEY_ORIGIN')
  return { id: origin.hostname, origin: origin.origin }
}

/**
 * The site whose passkeys count wherever nobody asks for a page: that of PUBLIC_URL. Undefined, where it is not known,
 * stands for any.
 */
export const siteOf = (publicUrl: string | undefined): string | undefined =>
  publicUrl === undefined ? undefined : new URL(publicUrl).hostname
