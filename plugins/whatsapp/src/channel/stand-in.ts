import { ChannelError } from '@recado/sdk'
import { WA_CERT_DETAILS } from 'baileys'
import type { WhatsappConfig } from './config.ts'

/** The key that this process trusts: WhatsApp's own, or that of one stand-in. The first connection decides. */
let trusted: string | undefined
const own = 'whatsapp'

/**
 * Has Baileys trust the server of this connection. Its key is one for the whole process, so a process that speaks to a
 * stand-in opens no real number, and the other way round.
 */
export function trust({ server, serverKey }: WhatsappConfig): void {
  const wanted = server === undefined ? own : (serverKey ?? '')
  if (trusted !== undefined && trusted !== wanted)
    throw new ChannelError({
      kind: 'unsupported',
      code: 'MIXED_SERVERS',
      message: 'this server already speaks to another WhatsApp: real numbers and stand-ins cannot run together',
      certain: true,
    })
  trusted = wanted
  if (server === undefined) return
  const key = Buffer.from(wanted, 'base64')
  if (key.length !== WA_CERT_DETAILS.PUBLIC_KEY.length)
    throw new ChannelError({
      kind: 'auth',
      code: 'SERVER_KEY',
      message: 'the stand-in needs its public key',
      certain: true,
    })
  WA_CERT_DETAILS.PUBLIC_KEY.set(key)
}

/** Where the files of a stand-in lie: on its own host, over plain HTTP. */
export function standInOrigin({ server }: WhatsappConfig): string | undefined {
  if (server === undefined) return undefined
  const { host, protocol } = new URL(server)
  return `${protocol === 'wss:' ? 'https' : 'http'}://${host}`
}
