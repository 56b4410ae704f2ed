import { defineChannel } from '@recado/sdk'
import { smsCapabilities } from '../provider/capabilities.ts'
import { TwilioConfig } from './config.ts'

/** Characters that Twilio takes for one message, which it then splits. */
export const maxText = 1_600

/** SMS through Twilio. */
export const sms = defineChannel({
  type: 'sms',
  titleKey: 'channel.sms.title',
  descriptionKey: 'channel.sms.description',
  badge: { color: '#be123c', icon: 'message-square' },
  transport: 'webhook',
  config: TwilioConfig,
  guide: [{ id: 'account', link: 'https://console.twilio.com' }, { id: 'number' }],
  egressFrom: ['apiRoot'],
  proxyFrom: 'proxy',
  identityKind: 'sms',
  reaches: 'phone',
  capabilities: {
    ...smsCapabilities,
    version: 1,
    text: { maxLength: maxText, format: 'plain' },
    receipts: { out: ['accepted', 'sent', 'delivered', 'failed'], inMarkRead: false },
  },
})
