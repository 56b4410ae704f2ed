import { defineChannel } from '@recado/sdk'
import { smsCapabilities } from '../provider/capabilities.ts'
import { GatewayConfig } from './config.ts'

/** Ten joined SMS of GSM-7: more than that, few gateways take. */
export const maxText = 1_530

/** SMS through any gateway with HTTP. */
export const smsgateway = defineChannel({
  type: 'smsgateway',
  titleKey: 'channel.smsgateway.title',
  descriptionKey: 'channel.smsgateway.description',
  badge: { color: '#9f1239', icon: 'message-square' },
  transport: 'webhook',
  config: GatewayConfig,
  guide: [{ id: 'gateway' }, { id: 'webhook' }],
  egressFrom: ['url', 'balanceUrl'],
  proxyFrom: 'proxy',
  identityKind: 'sms',
  reaches: 'phone',
  capabilities: {
    ...smsCapabilities,
    version: 1,
    text: { maxLength: maxText, format: 'plain' },
    receipts: { out: ['accepted', 'sent', 'delivered', 'read', 'failed'], inMarkRead: false },
  },
})
