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
    version: 2,
    text: { maxLength: 4_096, format: 'plain' },
    media: {},
    location: 'rejected',
    contactCard: 'rejected',
    interactive: {},
    templates: 'rejected',
    reply: 'full',
    forward: 'rejected',
    edit: { level: 'full', withinMs: 6 * 60_000 },
    deleteForAll: { level: 'full' },
    reaction: { level: 'full', maxCount: 1 },
    receipts: { out: ['delivered', 'read', 'failed'], inMarkRead: false },
    typing: 'rejected',
    groups: 'rejected',
    history: { level: 'rejected', includesOwn: false },
    idempotentSend: 'none',
  },
})

/**
 * The same provider with rules of others: a service window, approved templates, deleting for two minutes only, and no
 * reactions but two.
 */
export const windowedHook = defineChannel({
  ...hookChannel,
  type: 'hook-windowed',
  identityKind: 'hook-windowed',
  capabilities: {
    ...hookChannel.capabilities,
    templates: 'full',
    location: 'fallback',
    contactCard: 'fallback',
    interactive: { buttons: 3 },
    deleteForAll: { level: 'full', withinMs: 2 * 60_000 },
    reaction: { level: 'full', maxCount: 1, allowed: ['👍', '👎'] },
    serviceWindow: { ms: 24 * 3_600_000, outside: 'template-only' },
  },
})

export const hook = definePlugin({
  ...minimal('hook'),
  channels: { hook: hookChannel, windowed: windowedHook },
  egress: ['*'],
})
