import { defineChannel, type ChannelCapabilities } from '@recado/sdk'
import { Waba360Config, WabaConfig } from './config.ts'

/** Characters of a text, of a caption. */
export const maxText = 4_096
export const maxCaption = 1_024
const day = 24 * 3_600_000

const captioned = { caption: 'full', maxCaption } as const
const officeFiles = [
  'application/pdf',
  'text/plain',
  'application/msword',
  'application/vnd.ms-excel',
  'application/vnd.ms-powerpoint',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
] as const

/**
 * Capabilities of WhatsApp's official API: a sent message cannot be changed, and after a day a conversation restarts
 * with a template.
 */
const cloudCapabilities = {
  version: 1,
  text: { maxLength: maxText, format: 'markdown' },
  letters: false,
  media: {
    image: { ...captioned, maxBytes: 5_000_000, mime: { 'image/jpeg': 'full', 'image/png': 'full' } },
    video: { ...captioned, maxBytes: 16_000_000, mime: { 'video/mp4': 'full', 'video/3gpp': 'full' } },
    audio: {
      maxBytes: 16_000_000,
      mime: {
        'audio/mpeg': 'full',
        'audio/mp4': 'full',
        'audio/x-m4a': 'full',
        'audio/aac': 'full',
        'audio/amr': 'full',
        'audio/ogg': 'full',
      },
    },
    // Ogg with opus alone is shown as a voice note; browsers' recordings are converted before.
    voice: { maxBytes: 16_000_000, mime: { 'audio/ogg': 'full', 'audio/*': 'fallback', 'video/webm': 'fallback' } },
    // Meta documents these types; others mostly pass, and where one does not the refusal says so.
    document: {
      ...captioned,
      maxBytes: 100_000_000,
      mime: { ...Object.fromEntries(officeFiles.map((mime) => [mime, 'full'] as const)), '*/*': 'partial' },
    },
    sticker: { maxBytes: 500_000, caption: 'dropped', mime: { 'image/webp': 'full' } },
  },
  location: 'full',
  contactCard: 'full',
  interactive: { buttons: 3, listRows: 10 },
  templates: 'full',
  reply: 'full',
  forward: 'dropped',
  edit: { level: 'rejected' },
  deleteForAll: { level: 'rejected' },
  reaction: { level: 'full', maxCount: 1, withinMs: 30 * day },
  receipts: { out: ['accepted', 'sent', 'delivered', 'read', 'played', 'failed'], inMarkRead: true },
  typing: 'full',
  groups: 'partial',
  serviceWindow: { ms: day, outside: 'template-only' },
  history: { level: 'rejected', includesOwn: false },
  contacts: 'rejected',
  profiles: 'rejected',
  polls: 'rejected',
  stopPoll: 'rejected',
  // An attempt cannot be looked up. A status with its key settles it, but the absence of one proves nothing.
  operations: [],
  idempotentSend: 'none',
} as const satisfies ChannelCapabilities

const shared = {
  badge: { color: '#25d366', icon: 'message-circle' },
  transport: 'webhook',
  egressFrom: ['apiRoot'],
  proxyFrom: 'proxy',
  identityKind: 'whatsapp',
  reaches: 'phone',
  capabilities: cloudCapabilities,
} as const

/** A number at Meta itself. */
export const waba = defineChannel({
  ...shared,
  type: 'waba',
  titleKey: 'channel.waba.title',
  descriptionKey: 'channel.waba.description',
  config: WabaConfig,
  guide: [
    { id: 'app', link: 'https://developers.facebook.com/apps' },
    { id: 'number' },
    { id: 'systemUser', link: 'https://business.facebook.com/settings/system-users' },
  ],
})
/** A number at 360dialog. */
export const waba360 = defineChannel({
  ...shared,
  type: 'waba360',
  titleKey: 'channel.waba360.title',
  descriptionKey: 'channel.waba360.description',
  config: Waba360Config,
  guide: [{ id: 'dialog360', link: 'https://hub.360dialog.com' }],
})
