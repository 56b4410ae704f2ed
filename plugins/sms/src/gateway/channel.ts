import {
  ChannelError,
  mint,
  type ChannelErrorShape,
  type ChannelImplementation,
  type ConnectionContext,
  type ExternalMessageId,
  type SendRequest,
  type SendResult,
} from '@recado/sdk'
import { normaliseSender } from '../phone/number.ts'
import { outgoingText } from '../provider/outgoing-text.ts'
import { refuseAfterOptOut } from '../text/opt-out.ts'
import { maxText, type smsgateway } from './capabilities.ts'
import { gatewayOf, type Gateway } from './client.ts'
import type { GatewayConfig } from './config.ts'
import { parse } from './inbound.ts'
import { writtenFor } from './template.ts'
import { verify } from './verify.ts'

type GatewayContext = ConnectionContext<GatewayConfig>

/** An account at a gateway that is spoken to as the settings say. */
export const gatewayChannel: ChannelImplementation<typeof smsgateway> = {
  webhook: { deliversByGet: true, verify, parse },
  check,
  normalise: normaliseSender,
  async open(ctx) {
    const gateway = await gatewayOf(ctx)
    return { send: (request, signal) => send(ctx, gateway, request, signal), async [Symbol.asyncDispose]() {} }
  },
}

async function send(
  ctx: GatewayContext,
  gateway: Gateway,
  { key, chat, parts }: SendRequest,
  signal: AbortSignal,
): Promise<SendResult> {
  const text = outgoingText(parts, maxText)
  await refuseAfterOptOut(ctx, chat)
  const id = await gateway.send({ to: writtenFor(ctx.config.numberFormat, chat), text, id: key }, signal)
  // A gateway without ids reports on the message by the given one.
  return { status: 'sent', ids: [mint<ExternalMessageId>(id ?? key)], at: new Date() }
}

/**
 * Steps `credentials` and `reach`. Without an address that may be asked for the credit, only the next message shows
 * whether the gateway is there.
 */
async function check(
  ctx: GatewayContext,
): Promise<{ ok: true; identity: string } | { ok: false; error: ChannelErrorShape; step: string }> {
  try {
    const balance = await (await gatewayOf(ctx)).balance(ctx.signal)
    return { ok: true, identity: [ctx.config.from, new URL(ctx.config.url).host, balance].filter(Boolean).join(' · ') }
  } catch (error) {
    if (!ChannelError.is(error)) throw error
    return { ok: false, step: error.kind === 'auth' ? 'credentials' : 'reach', error }
  }
}
