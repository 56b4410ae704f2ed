import { defineChannel } from '@recado/sdk'
import { WuzapiConfig } from './config.ts'
import { editWithinMs, maxCaption, maxFileBytes, maxText, removeWithinMs } from './limits.ts'
import { pace } from './pace.ts'

const file = { maxBytes: maxFileBytes, caption: 'full', maxCaption } as const
/** The gateway takes recordings in this form alone. */
const sound = {
  maxBytes: maxFileBytes,
  caption: 'dropped',
  mime: { 'audio/ogg': 'full', 'audio/*': 'fallback', 'video/webm': 'fallback' },
} as const

/**
 * Capabilities of a number that a WuzAPI gateway has linked as a device of WhatsApp (S3-060). Its people are those of
 * every other linked device: the same kind of identity as of the built-in engine.
 */
export const wuzapi = defineChannel({
  type: 'wuzapi',
  titleKey: 'channel.title',
  descriptionKey: 'channel.description',
  badge: { color: '#128c7e', icon: 'message-circle' },
  transport: 'webhook',
  config: WuzapiConfig,
  guide: [{ id: 'server', link: 'https://github.com/asternic/wuzapi' }, { id: 'token' }, { id: 'phone' }],
  egressFrom: ['apiUrl'],
  identityKind: 'whatsapp-device',
  reaches: 'phone',
  pace,
  capabilities: {
    version: 1,
    text: { maxLength: maxText, format: 'markdown' },
    media: {
      image: { ...file, mime: { 'image/jpeg': 'full', 'image/png': 'full' } },
      video: { ...file, mime: { 'video/mp4': 'full', 'video/3gpp': 'full' } },
      audio: sound,
      voice: sound,
      document: { ...file, mime: { '*/*': 'full' } },
      sticker: { maxBytes: 1_000_000, caption: 'dropped', mime: { 'image/webp': 'full' } },
    },
    location: 'full',
    contactCard: 'full',
    reply: 'full',
    edit: { level: 'full', withinMs: editWithinMs },
    deleteForAll: { level: 'full', withinMs: removeWithinMs },
    reaction: { level: 'full', maxCount: 1 },
    receipts: { out: ['sent', 'delivered', 'read', 'played'], inMarkRead: true },
    typing: 'full',
    groups: 'full',
    profiles: 'full',
    operations: ['session.diagnose'],
    // Every message has an id of ours: sent twice, people have it once (decision 134).
    idempotentSend: 'native',
  },
})
