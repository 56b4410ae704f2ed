import { defineChannel } from '@recado/sdk'
import { WhatsappConfig } from './config.ts'
import { editWithinMs, maxCaption, maxFileBytes, maxPictureBytes, maxText, removeWithinMs } from './limits.ts'
import { pace } from './pace.ts'

const file = { maxBytes: maxFileBytes, caption: 'full', maxCaption } as const

/**
 * Capabilities of a number that is linked as a device of WhatsApp. Buttons and lists of a linked device are not shown
 * to people, so they go out as numbered text.
 */
export const whatsapp = defineChannel({
  type: 'whatsapp',
  titleKey: 'channel.title',
  descriptionKey: 'channel.description',
  badge: { color: '#25d366', icon: 'message-circle' },
  transport: 'socket',
  config: WhatsappConfig,
  guide: [{ id: 'phone' }, { id: 'scan' }],
  egressFrom: ['server'],
  proxyFrom: 'proxy',
  identityKind: 'whatsapp-device',
  reaches: 'phone',
  pace,
  capabilities: {
    version: 2,
    text: { maxLength: maxText, format: 'markdown' },
    media: {
      image: {
        ...file,
        maxBytes: maxPictureBytes,
        mime: { 'image/jpeg': 'full', 'image/png': 'full', 'image/webp': 'full', 'image/gif': 'full' },
      },
      video: { ...file, mime: { 'video/mp4': 'full', 'video/3gpp': 'full' } },
      audio: {
        ...file,
        caption: 'dropped',
        mime: { 'audio/mpeg': 'full', 'audio/mp4': 'full', 'audio/aac': 'full', 'audio/ogg': 'full' },
      },
      // Phones play a voice note only in this form; browsers record others.
      voice: {
        ...file,
        caption: 'dropped',
        mime: { 'audio/ogg': 'full', 'audio/*': 'fallback', 'video/webm': 'fallback' },
      },
      document: { ...file, mime: { '*/*': 'full' } },
      sticker: { maxBytes: 1_000_000, caption: 'dropped', mime: { 'image/webp': 'full' } },
    },
    location: 'full',
    contactCard: 'full',
    interactive: {},
    templates: 'rejected',
    reply: 'full',
    forward: 'rejected',
    edit: { level: 'full', withinMs: editWithinMs },
    deleteForAll: { level: 'full', withinMs: removeWithinMs },
    reaction: { level: 'full', maxCount: 1 },
    receipts: { out: ['sent', 'delivered', 'read', 'played'], inMarkRead: true },
    typing: 'full',
    groups: 'full',
    profiles: 'full',
    polls: 'full',
    operations: [
      'groups.create',
      'groups.read',
      'groups.change',
      'groups.members',
      'groups.invitation',
      'groups.requests',
      'groups.decide',
      'groups.leave',
      'history.older',
      'session.diagnose',
    ],
    history: { level: 'full', includesOwn: true },
    contacts: 'full',
    idempotentSend: 'native',
  },
})
