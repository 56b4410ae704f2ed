import { Refusal } from '@recado/contracts'
import * as z from 'zod'
import type { RelyingParty } from './relying-party.ts'

/**
 * Origin data that a browser reports about the calling page. `topOrigin` is sent by newer browsers, in frames alone.
 */
const AskedFrom = z.looseObject({ crossOrigin: z.boolean().optional(), topOrigin: z.string().optional() })

/**
 * Refuses what a passkey answered to a page within a frame of another site: that site could have led the user to
 * confirm without knowing what. Recado is never shown in a frame. @throws Refusal ERR_PASSKEY_REFUSED
 */
export function requireOwnPage(clientDataJSON: string, { origin }: RelyingParty): void {
  const asked = AskedFrom.safeParse(parsed(clientDataJSON))
  const { crossOrigin = false, topOrigin = origin } = asked.success ? asked.data : { crossOrigin: true }
  if (crossOrigin || topOrigin !== origin) throw new Refusal('ERR_PASSKEY_REFUSED')
}

function parsed(clientDataJSON: string): unknown {
  try {
    return JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}
