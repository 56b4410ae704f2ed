import { base64url } from 'jose'

/** A session token: 256 random bits as base64url. */
export const tokenPattern = /^[A-Za-z0-9_-]{43}$/

export const newToken = (): string => base64url.encode(crypto.getRandomValues(new Uint8Array(32)))

/** Hash that is stored and looked up instead of the token. */
export const hashToken = async (token: string): Promise<string> =>
  base64url.encode(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))))
