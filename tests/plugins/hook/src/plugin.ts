import { defineChannel, definePlugin } from '@recado/sdk'
import * as z from 'zod'
import { minimal } from '../../minimal.ts'

export const hookChannel = defineChannel({
  type: 'hook',
  titleKey: 'channel.title',
  badge: { color: '#475569', icon: 'webhook' },
  transport: 'webhook',
  identityKind: 'hook',
  config: z.object({
    target: z.url({ protocol: /^https?$/ }),
    signingSecret: z.string().min(16).max(200).meta({ secret: true }),
  }),
  capabilities: {
    version: 1,
    text: { maxLength: 4_096, format: 'plain' },
    media: {}, location: 'rejected', contactCard: 'rejected', interactive: {}, templates: 'rejected',
    reply: 'full', forward: 'rejected', edit: { level: 'rejected' }, deleteForAll: { level: 'rejected' }, reaction: { level: 'rejected' },
    receipts: { out: ['delivered', 'read', 'failed'], inMarkRead: false },
    typing: 'rejected', groups: 'rejected', history: { level: 'rejected', includesOwn: false },
    idempotentSend: 'none',
  },
})

export const hook = definePlugin({ ...minimal('hook'), channels: { hook: hookChannel }, egress: ['*'] })
