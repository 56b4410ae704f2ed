import * as z from 'zod'
import { bareJid } from '../inbound/addresses.ts'
import type { Gateway } from './client.ts'

/** How a session stands at the gateway. `jid` is the address of the linked number, where the build tells it. */
export interface GatewayStatus {
  readonly connected: boolean
  readonly loggedIn: boolean
  readonly jid?: string | undefined
}

const Flag = z.union([z.boolean(), z.literal([0, 1])]).transform(Boolean)
const Status = z
  .object({
    connected: Flag.optional().catch(undefined),
    isconnected: Flag.optional().catch(undefined),
    loggedin: Flag.optional().catch(undefined),
    isloggedin: Flag.optional().catch(undefined),
    jid: z.string().optional().catch(undefined),
  })
  .transform(({ connected, isconnected, loggedin, isloggedin, jid }): GatewayStatus => ({
    connected: connected ?? isconnected ?? false,
    loggedIn: loggedin ?? isloggedin ?? false,
    jid: bareJid(jid),
  }))

export const statusOf = ({ call }: Gateway, signal: AbortSignal): Promise<GatewayStatus> =>
  call({ method: 'GET', path: '/session/status', result: Status, signal })

const Nothing = z.unknown()

/** Has the gateway connect the session to WhatsApp. One that is connected already is refused, and stays so. */
export const connect = async ({ call }: Gateway, subscribe: readonly string[], signal: AbortSignal): Promise<void> =>
  void (await call({
    path: '/session/connect',
    json: { Subscribe: subscribe, Immediate: true },
    accept: [500],
    result: Nothing,
    signal,
  }))

const Code = z.object({ qrcode: z.string().max(20_000).catch('') })

/** The picture of the newest code to scan, as an address `data:image/png;base64,…`; undefined while there is none. */
export async function codeOf({ call }: Gateway, signal: AbortSignal): Promise<string | undefined> {
  const { qrcode } = await call({
    method: 'GET',
    path: '/session/qr',
    accept: [400, 404, 500],
    result: Code,
    signal,
  })
  return qrcode.startsWith('data:image/png;base64,') ? qrcode : undefined
}

const Pairing = z.object({ linkingcode: z.string().min(1).max(20) })

/** A code for typing on the phone of this number. */
export const typedCodeOf = async ({ call }: Gateway, number: string, signal: AbortSignal): Promise<string> =>
  (await call({ path: '/session/pairphone', json: { Phone: number }, result: Pairing, signal })).linkingcode.replaceAll(
    '-',
    '',
  )
