import type { ChannelImplementation } from '@recado/sdk'
import { normaliseAddress } from '../letter/address.ts'
import type { email } from './capabilities.ts'

/** Protocols and readers of mail are large: they come with the first mailbox. */
export const emailChannel: ChannelImplementation<typeof email> = {
  check: async (ctx) => (await import('./check.ts')).check(ctx),
  normalise: normaliseAddress,
  open: async (ctx) => (await import('./session.ts')).openMailbox(ctx),
}
