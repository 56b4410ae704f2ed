import {
  mint,
  type ChannelImplementation,
  type ConnectionContext,
  type ExternalMessageId,
  type SendRequest,
  type SendResult,
} from '@recado/sdk'
import { normaliseSender } from '../phone/number.ts'
import { outgoingText } from '../provider/outgoing-text.ts'
import { refuseAfterOptOut } from '../text/opt-out.ts'
import { Account, apiOf, OwnNumber, SentMessage, type Api } from './api.ts'
import { maxText, type sms } from './capabilities.ts'
import { check } from './check.ts'
import type { TwilioConfig } from './config.ts'
import { parse } from './inbound.ts'
import { verify } from './signature.ts'

type TwilioContext = ConnectionContext<TwilioConfig>

/** A number or a messaging service of a Twilio account. */
export const twilioChannel: ChannelImplementation<typeof sms> = {
  webhook: { verify, parse },
  check,
  normalise: normaliseSender,
  async open(ctx) {
    const api = await apiOf(ctx)
    await api.get('.json', Account, ctx.signal)
    await pointNumber(ctx, api)
    return {
      send: (request, signal) => send(ctx, api, request, signal),
      fetchMedia: async (ref, signal) => {
        const response = await api.download(ref, signal)
        return { stream: response.body ?? new Blob().stream() }
      },
      logout: (signal) => releaseNumber(ctx, api, signal),
      async [Symbol.asyncDispose]() {},
    }
  },
}

async function send(
  ctx: TwilioContext,
  api: Api,
  { chat, parts }: SendRequest,
  signal: AbortSignal,
): Promise<SendResult> {
  const { from, messagingServiceSid } = ctx.config
  const text = outgoingText(parts, maxText)
  await refuseAfterOptOut(ctx, chat)
  const { sid } = await api.post(
    '/Messages.json',
    {
      To: chat,
      Body: text,
      ...(messagingServiceSid !== undefined && { MessagingServiceSid: messagingServiceSid }),
      ...(from !== undefined && { From: from }),
      ...(ctx.callbackUrl && { StatusCallback: ctx.callbackUrl.href }),
    },
    SentMessage,
    signal,
  )
  return { status: 'sent', ids: [mint<ExternalMessageId>(sid)], at: new Date() }
}

/** Lets the number deliver here. A messaging service has an address of its own, which its owner enters. */
async function pointNumber(ctx: TwilioContext, api: Api): Promise<void> {
  const {
    callbackUrl,
    config: { from, messagingServiceSid, configureNumber },
  } = ctx
  if (!callbackUrl || !configureNumber || messagingServiceSid !== undefined || !from?.startsWith('+')) return
  const number = await api.number(from, ctx.signal)
  if (!number || (number.sms_url === callbackUrl.href && !number.sms_application_sid)) return
  await api.post(
    `/IncomingPhoneNumbers/${number.sid}.json`,
    { SmsUrl: callbackUrl.href, SmsMethod: 'POST', SmsApplicationSid: '' },
    OwnNumber,
    ctx.signal,
  )
}

async function releaseNumber(
  { callbackUrl, config: { from, configureNumber } }: TwilioContext,
  api: Api,
  signal: AbortSignal,
): Promise<void> {
  if (!callbackUrl || !configureNumber || !from?.startsWith('+')) return
  const number = await api.number(from, signal)
  if (number?.sms_url === callbackUrl.href)
    await api.post(`/IncomingPhoneNumbers/${number.sid}.json`, { SmsUrl: '' }, OwnNumber, signal)
}
