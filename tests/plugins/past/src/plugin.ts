import { defineChannel, definePlugin } from '@recado/sdk'
import * as z from 'zod'
import { minimal } from '../../minimal.ts'

const channel = defineChannel({
  type: 'past',
  titleKey: 'channel.title',
  badge: { color: '#475569', icon: 'history' },
  transport: 'socket',
  identityKind: 'past',
  config: z.object({
    code: z.string().optional(),
    pages: z.int().min(0).default(0),
    breaksAt: z.int().optional(),
    people: z.string().default('[]'),
  }),
  capabilities: {
    version: 1,
    text: { maxLength: 4_096, format: 'plain' },
    media: {},
    location: 'rejected',
    contactCard: 'rejected',
    interactive: {},
    templates: 'rejected',
    reply: 'rejected',
    forward: 'rejected',
    edit: { level: 'rejected' },
    deleteForAll: { level: 'rejected' },
    reaction: { level: 'rejected' },
    receipts: { out: [], inMarkRead: false },
    typing: 'rejected',
    groups: 'full',
    history: { level: 'full', maxAgeDays: 365, includesOwn: false },
    contacts: 'full',
    idempotentSend: 'native',
  },
})

export const past = definePlugin({ ...minimal('past'), channels: { past: channel } })
