import { defineChannel } from '@recado/sdk'
import { WebchatConfig } from './config.ts'

/** Bytes of one file, both ways. */
export const maxFileBytes = 10_000_000
/** Characters of one text, both ways. */
export const maxTextLength = 10_000

const anyFile = { maxBytes: maxFileBytes, caption: 'full', maxCaption: maxTextLength } as const

/** Capabilities of the web chat as a channel. */
export const webchat = defineChannel({
  type: 'webchat',
  titleKey: 'channel.title',
  descriptionKey: 'channel.description',
  badge: { color: '#0f766e', icon: 'message-circle' },
  transport: 'embedded',
  demoPath: '/p/webchat/demo?c={connectionId}',
  config: WebchatConfig,
  identityKind: 'webchat',
  capabilities: {
    version: 1,
    text: { maxLength: maxTextLength, format: 'plain' },
    media: {
      image: {
        ...anyFile,
        mime: { 'image/jpeg': 'full', 'image/png': 'full', 'image/webp': 'full', 'image/gif': 'full' },
      },
      video: { ...anyFile, mime: { 'video/mp4': 'full', 'video/webm': 'full', 'video/*': 'partial' } },
      audio: { ...anyFile, mime: { 'audio/*': 'full' } },
      voice: { ...anyFile, mime: { 'audio/*': 'full' } },
      document: { ...anyFile, mime: { '*/*': 'full' } },
      sticker: { maxBytes: maxFileBytes, caption: 'dropped', mime: { 'image/webp': 'full' } },
    },
    location: 'fallback',
    contactCard: 'fallback',
    interactive: {},
    templates: 'rejected',
    reply: 'dropped',
    forward: 'dropped',
    edit: { level: 'full' },
    deleteForAll: { level: 'full' },
    reaction: { level: 'rejected' },
    receipts: { out: ['sent', 'delivered', 'read'], inMarkRead: true },
    typing: 'full',
    groups: 'rejected',
    history: { level: 'rejected', includesOwn: false },
    // The conversation is read from core's own store, so a repeated send cannot show twice.
    idempotentSend: 'native',
  },
})
