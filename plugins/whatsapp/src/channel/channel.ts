import { whatsappIdentity, type ChannelImplementation } from '@recado/sdk'
import type { whatsapp } from './capabilities.ts'
import { check } from './check.ts'

/** A number of WhatsApp, linked as a device by QR code. The client is loaded with the first session. */
export const whatsappChannel: ChannelImplementation<typeof whatsapp> = {
  check,
  normalise: whatsappIdentity,
  async open(ctx) {
    const { openSession } = await import('./session.ts')
    return openSession(ctx)
  },
}
