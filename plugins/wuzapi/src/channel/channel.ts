import { whatsappIdentity, type ChannelImplementation } from '@recado/sdk'
import { openSession } from '../session/session.ts'
import { webhook } from '../webhook/webhook.ts'
import type { wuzapi } from './capabilities.ts'
import { check } from './check.ts'

/** A number of WhatsApp, linked by a WuzAPI gateway of the company. */
export const wuzapiChannel: ChannelImplementation<typeof wuzapi> = {
  webhook,
  check,
  open: openSession,
  normalise: whatsappIdentity,
}
