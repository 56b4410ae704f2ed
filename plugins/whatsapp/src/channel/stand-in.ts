import { ChannelError, type ConnectionContext } from '@recado/sdk'
import { DEFAULT_CONNECTION_CONFIG, WA_CERT_DETAILS } from 'baileys'
import type { WhatsappConfig } from './config.ts'

/** Whom this process speaks to. The first connection decides. */
let speaksTo: 'whatsapp' | 'stand-in' | undefined
const keyLength = 32

/**
 * Has Baileys trust the server of this connection. Its key is one for the whole process, so a process that speaks to a
 * stand-in opens no real number, and the other way round; of several stand-ins the key of the last one holds.
 */
export async function trust(
  ctx: Pick<ConnectionContext<WhatsappConfig>, 'config' | 'fetch' | 'signal'>,
): Promise<void> {
  const origin = standInOrigin(ctx.config)
  const key = origin === undefined ? undefined : await keyOf(ctx, origin)
  const wanted = key === undefined ? 'whatsapp' : 'stand-in'
  if (speaksTo !== undefined && speaksTo !== wanted)
    throw new ChannelError({
      kind: 'unsupported',
      code: 'MIXED_SERVERS',
      message: 'real numbers and stand-ins cannot run together in one process',
      certain: true,
    })
  speaksTo = wanted
  if (key !== undefined) WA_CERT_DETAILS.PUBLIC_KEY.set(key)
}

/** The public key with which a stand-in signs, as it gives it out itself. */
async function keyOf({ fetch, signal }: Parameters<typeof trust>[0], origin: string): Promise<Buffer> {
  const response = await fetch(`${origin}/root-key`, { signal })
  const key = Buffer.from((await response.text()).slice(0, 100), 'base64')
  if (!response.ok || key.length !== keyLength)
    throw new ChannelError({
      kind: 'network',
      code: 'SERVER_KEY',
      message: 'there is no simulated WhatsApp at this address',
      certain: true,
    })
  return key
}

/** Where a stand-in is: its socket, its files and its key, all at one address. */
export const standInOrigin = ({ server }: Pick<WhatsappConfig, 'server'>): string | undefined =>
  server === undefined ? undefined : new URL(server).origin

/** Address of the socket of WhatsApp, or of its stand-in. */
export function socketAddress(config: Pick<WhatsappConfig, 'server'>): string {
  const origin = standInOrigin(config)
  const real = String(DEFAULT_CONNECTION_CONFIG.waWebSocketUrl)
  return origin === undefined ? real : `${origin.replace(/^http/, 'ws')}/ws/chat`
}
