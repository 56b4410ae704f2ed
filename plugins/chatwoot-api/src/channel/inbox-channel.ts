import { defineChannel } from '@recado/sdk'
import * as z from 'zod'

/** Bytes of one file, both ways. */
export const maxFileBytes = 40_000_000
/** Characters of one text: what the API takes for `content`. */
export const maxContent = 65_000

/** Settings of an inbox. `webhookUrl` is told what happens in it; without one a program reads the API. */
export const InboxConfig = z.object({
  webhookUrl: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .optional(),
  hmacMandatory: z.boolean().default(false),
})
export type InboxConfig = z.output<typeof InboxConfig>

const anyFile = { maxBytes: maxFileBytes, caption: 'full', maxCaption: maxContent } as const

/** An inbox of the type API. Its contacts are known by the id of the contact here. */
export const inboxChannel = defineChannel({
  type: 'chatwoot-api',
  titleKey: 'channel.title',
  descriptionKey: 'channel.description',
  badge: { color: '#1f6feb', icon: 'plug' },
  transport: 'embedded',
  config: InboxConfig,
  egressFrom: ['webhookUrl'],
  identityKind: 'chatwoot-api',
  capabilities: {
    version: 1,
    text: { maxLength: maxContent, format: 'markdown' },
    media: {
      image: { ...anyFile, mime: { 'image/*': 'full' } },
      video: { ...anyFile, mime: { 'video/*': 'full' } },
      audio: { ...anyFile, mime: { 'audio/*': 'full' } },
      voice: { ...anyFile, mime: { 'audio/*': 'full', 'video/webm': 'full' } },
      document: { ...anyFile, mime: { '*/*': 'full' } },
    },
    location: 'fallback',
    contactCard: 'fallback',
    reply: 'full',
    edit: { level: 'full' },
    deleteForAll: { level: 'full' },
    typing: 'full',
    receipts: { out: ['sent', 'delivered', 'read', 'failed'], inMarkRead: false },
    // A program that did not answer in time may have passed the message on.
    idempotentSend: 'none',
  },
})
