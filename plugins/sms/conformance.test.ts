import { createHmac } from 'node:crypto'
import { mint, type ExternalChatId, type ExternalUserId, type InboundEvent } from '@recado/sdk'
import { channelConformance, pluginConformance, type ScriptedProvider } from '@recado/sdk/testing'
import { plannedRefusal as gatewayRefusal } from './simulator/gateway.ts'
import { SmsSimulator } from './simulator/simulator.ts'
import { plannedRefusal } from './simulator/twilio.ts'
import { smsgateway } from './src/gateway/capabilities.ts'
import { gatewayChannel } from './src/gateway/channel.ts'
import { GatewayConfig } from './src/gateway/config.ts'
import plugin from './src/server.ts'
import { sms } from './src/twilio/capabilities.ts'
import { twilioChannel } from './src/twilio/channel.ts'
import { TwilioConfig } from './src/twilio/config.ts'
import { signatureHeader, signedText } from './src/twilio/signature.ts'
import panels from './src/ui/panels.ts'

pluginConformance(plugin, {
  folder: import.meta.dirname,
  panels,
  steps: ['credentials', 'reach', 'account', 'number', 'webhook'],
})

const address = 'https://recado.test/hooks/plugin/connection/secret'
const base = { isGroup: false, origin: 'live' } as const
const person = {
  id: mint<ExternalUserId>('+5511987654321'),
  isSelf: false,
  verified: true,
  phone: '+5511987654321',
} as const
const chat = mint<ExternalChatId>('+5511987654321')

const authToken = '0123456789abcdef0123456789abcdef'
const twilioConfig = { ...TwilioConfig.parse({ accountSid: `AC${'0'.repeat(32)}`, authToken, from: '+14155550100' }) }
const form = (fields: Record<string, string>) => {
  const body = new URLSearchParams(fields)
  return {
    body: body.toString(),
    headers: { [signatureHeader]: createHmac('sha1', authToken).update(signedText(address, body)).digest('base64') },
  }
}
const common = {
  ToCountry: 'BR',
  SmsMessageSid: 'SM1',
  NumSegments: '1',
  To: '+14155550100',
  From: '+551187654321',
  ApiVersion: '2010-04-01',
}
const mediaPath = '/2010-04-01/Accounts/AC00/Messages/MM1/Media/ME1'

/** Twilio with one account, and a customer who has sent a picture. */
function startTwilio(): ScriptedProvider<TwilioConfig> {
  const simulator = new SmsSimulator()
  const account = simulator.addTwilio('+14155550100')
  const bytes = new TextEncoder().encode('the bytes of a picture')
  const picture = new URLSearchParams(
    account.picture(simulator.customer(account, chat).write(''), bytes, 'image/jpeg').body,
  ).get('MediaUrl0')!
  return {
    answer: (request) => simulator.handle(request),
    config: { accountSid: account.sid },
    secrets: { authToken: account.token },
    chat,
    delivered: () => account.of(chat).filter(({ fromCustomer }) => !fromCustomer).length,
    hooks: () => (account.webhook === undefined ? [] : [account.webhook]),
    files: { ref: new URL(picture).pathname, bytes, missing: `${new URL(picture).pathname}0` },
  }
}

channelConformance(sms, twilioChannel, {
  config: twilioConfig,
  secrets: { authToken },
  signatureHeader,
  provider: {
    hosts: ['api.twilio.com'],
    start: startTwilio,
    isSend: ({ method, url }) => method === 'POST' && url.pathname.endsWith('/Messages.json'),
    refusal: (status, retryAfter) => plannedRefusal({ status, ...(retryAfter !== undefined && { retryAfter }) }),
  },
  without: { batch: 'an SMS comes alone', echo: 'Twilio reports the state of what was sent, never the message itself' },
  genuine: [
    {
      name: 'a text from a number without the ninth digit',
      request: form({
        ...common,
        MessageSid: 'SM1',
        SmsStatus: 'received',
        NumMedia: '0',
        Body: 'Olá & bom dia + 10% 😀',
      }),
      events: [
        {
          ...base,
          type: 'message',
          id: mint('SM1'),
          chat,
          at: null,
          sender: person,
          parts: [{ kind: 'text', text: 'Olá & bom dia + 10% 😀', format: 'plain' }],
        },
      ],
    },
    {
      name: 'a picture',
      request: form({
        ...common,
        MessageSid: 'MM1',
        NumMedia: '1',
        Body: '',
        MediaUrl0: `https://api.twilio.com${mediaPath}`,
        MediaContentType0: 'image/jpeg',
      }),
      events: [
        {
          ...base,
          type: 'message',
          id: mint('MM1'),
          chat,
          at: null,
          sender: person,
          parts: [{ kind: 'remoteMedia', as: 'image', ref: mediaPath, mime: 'image/jpeg' }],
        },
      ],
    },
    {
      name: 'delivered',
      request: form({ ...common, MessageSid: 'SM2', MessageStatus: 'delivered', SmsStatus: 'delivered' }),
      events: [{ type: 'receipt', target: mint('SM2'), state: 'delivered', at: null }],
    },
    {
      name: 'not delivered',
      request: form({ ...common, MessageSid: 'SM2', MessageStatus: 'undelivered', ErrorCode: '30006' }),
      events: [
        {
          type: 'receipt',
          target: mint('SM2'),
          state: 'failed',
          at: null,
          error: {
            kind: 'invalidRecipient',
            code: '30006',
            message: 'a landline, or an operator that cannot be reached',
            certain: true,
          },
        },
      ],
    },
    {
      name: 'a state that is not known',
      request: form({ ...common, MessageSid: 'SM2', MessageStatus: 'teleported' }),
      events: [],
    },
  ],
})

const gatewaySecrets = { token: 'secret-token', webhookSecret: 'a webhook secret for tests' }
const gatewayConfig = {
  ...GatewayConfig.parse({
    url: 'https://gateway.test/send',
    balanceUrl: 'https://gateway.test/balance',
    ...gatewaySecrets,
  }),
}
const signed = (body: string) => ({
  body,
  headers: { 'x-signature': createHmac('sha256', gatewaySecrets.webhookSecret).update(body).digest('hex') },
})
const said: InboundEvent = {
  ...base,
  type: 'message',
  id: mint('m1'),
  chat,
  at: new Date('2026-01-02T03:04:05Z'),
  sender: person,
  parts: [{ kind: 'text', text: 'Oi', format: 'plain' }],
}

/** A gateway of the plain kind with one account. */
function startGateway(): ScriptedProvider<GatewayConfig> {
  const simulator = new SmsSimulator()
  const account = simulator.addGateway('28398')
  return {
    answer: (request) => account.answer(request, request.url.pathname, () => undefined),
    secrets: { token: account.token },
    chat,
    delivered: () => account.of(chat).length,
  }
}

channelConformance(smsgateway, gatewayChannel, {
  config: gatewayConfig,
  secrets: gatewaySecrets,
  signatureHeader: 'x-signature',
  provider: {
    hosts: [],
    start: startGateway,
    isSend: ({ url }) => url.pathname === '/send',
    refusal: (status, retryAfter) => gatewayRefusal({ status, ...(retryAfter !== undefined && { retryAfter }) }),
  },
  without: {
    echo: 'a gateway reports the state of what was sent, never the message itself',
    hooks: 'the address is entered at the gateway by hand',
  },
  genuine: [
    {
      name: 'a text',
      request: signed(
        JSON.stringify({ id: 'm1', from: '551187654321', text: 'Oi', timestamp: '2026-01-02T03:04:05Z' }),
      ),
      events: [said],
    },
    {
      name: 'a list with a receipt',
      request: signed(
        JSON.stringify({
          messages: [
            { messageId: 'm1', msisdn: '5511987654321', body: 'Oi', date: 1_767_323_045 },
            { id: 'out', status: 'DELIVRD' },
          ],
        }),
      ),
      events: [said, { type: 'receipt', target: mint('out'), state: 'delivered', at: null }],
    },
    {
      name: 'a form',
      request: signed('id=m1&from=%2B5511987654321&text=Oi&timestamp=2026-01-02T03%3A04%3A05Z'),
      events: [said],
    },
    {
      name: 'names and states of its own',
      request: {
        ...signed(JSON.stringify({ sms: { ref: 'm1', who: '11987654321', say: 'Oi', at: '2026-01-02T03:04:05Z' } })),
        url: `${address}?id=sms.ref&from=sms.who&text=sms.say&at=sms.at`,
      },
      events: [said],
    },
    {
      name: 'a failure',
      request: { ...signed(JSON.stringify({ id: 'out', status: 9, reason: 'E9' })), url: `${address}?failed=9,10` },
      events: [
        {
          type: 'receipt',
          target: mint('out'),
          state: 'failed',
          at: null,
          error: { kind: 'provider', code: 'E9', message: 'not delivered', certain: true },
        },
      ],
    },
  ],
})
