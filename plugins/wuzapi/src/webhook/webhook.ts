import type { WebhookHandler, WebhookOutcome } from '@recado/sdk'
import { verifyHmac } from '@recado/sdk/server'
import * as z from 'zod'
import type { WuzapiConfig } from '../channel/config.ts'
import { hmacKeyOf } from '../gateway/hmac-key.ts'
import { readMessage } from '../inbound/message.ts'
import { readCall, readReceipt, readTyping } from '../inbound/signs.ts'
import { SessionChanged } from '../session/events.ts'
import { Told, toldKey, toldLivesMs } from '../session/told.ts'
import { eventIn, signedBytes } from './body.ts'

export const signatureHeader = 'x-hmac-signature'

const Delivery = z.looseObject({
  type: z.string().max(100),
  event: z.unknown().optional(),
  state: z.string().optional().catch(undefined),
})

/**
 * What the gateway delivers, signed with the key that this connection gave it. Files come apart (decision 134), so what
 * a delivery holds of them is not read.
 */
export const webhook: WebhookHandler<WuzapiConfig> = {
  async verify({ headers, rawBody }, ctx) {
    const signed = signedBytes(rawBody, headers)
    const signature = headers.get(signatureHeader)?.replace(/^sha256=/i, '')
    return signed && verifyHmac(signed, signature, await hmacKeyOf(ctx)) ? 'ok' : 'bad'
  },
  parse({ rawBody, headers }, config) {
    const delivery = Delivery.safeParse(eventIn(rawBody, headers)).data
    return delivery ? outcomeOf(delivery, config) : { events: [], respond: { status: 400 } }
  },
}

function outcomeOf({ type, event, state }: z.output<typeof Delivery>, config: WuzapiConfig): WebhookOutcome {
  switch (type) {
    case 'Message':
      return readMessage(event, config)
    case 'ReadReceipt':
      return { events: readReceipt(event, state) }
    case 'ChatPresence':
      return { events: readTyping(event, config) }
    case 'CallOffer':
      return { events: readCall(event) }
    default: {
      const told = Told.safeParse({ event: type }).data
      return told ? newsOf(told) : { events: [] }
    }
  }
}

/** The session is on one node; the notice wakes it there, and what was told waits for it. */
const newsOf = (told: Told): WebhookOutcome => ({
  events: [{ type: 'notice', event: SessionChanged.name, key: 'session', data: { told: told.event }, at: null }],
  remember: [{ key: toldKey, value: told, ttlMs: toldLivesMs }],
})
