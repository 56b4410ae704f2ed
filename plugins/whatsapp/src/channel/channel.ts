import type { ChannelImplementation } from '@recado/sdk'
import type { whatsapp } from './capabilities.ts'
import { check } from './check.ts'

/** A number of WhatsApp, linked as a device by QR code. The client is loaded with the first session. */
export const whatsappChannel: ChannelImplementation<typeof whatsapp> = {
  check,
  normalise: (value) =>
    /^\+?\d{8,15}$/.test(value.trim()) ? `${value.replace(/\D/g, '')}@s.whatsapp.net` : value.trim().toLowerCase(),
  async open(ctx) {
    const { openSession } = await import('./session.ts')
    return openSession(ctx)
  },
}
