import { defineChannel } from '@recado/sdk'
import { HubConfig } from './config.ts'

/** Characters of one text: the least that marketplaces are known to take, for whole answers. */
export const maxText = 2_000
const file = { maxBytes: 25_000_000 } as const

/**
 * A channel of NotificaMe's hub (S3-056). Which one is a setting: the capabilities are those of the channels that carry
 * most, and the adapter refuses what the chosen one does not carry.
 */
export const hub = defineChannel({
  type: 'hub',
  titleKey: 'channel.title',
  descriptionKey: 'channel.description',
  badge: { color: '#5b21b6', icon: 'plug' },
  transport: 'webhook',
  config: HubConfig,
  guide: [{ id: 'channel', link: 'https://hub.notificame.com.br' }, { id: 'token' }],
  egressFrom: ['apiRoot'],
  proxyFrom: 'proxy',
  identityKind: 'hub',
  capabilities: {
    version: 1,
    text: { maxLength: maxText, format: 'plain' },
    media: {
      image: { ...file, mime: { 'image/jpeg': 'full', 'image/png': 'full' } },
      video: { ...file, mime: { 'video/mp4': 'full' } },
      audio: { ...file, mime: { 'audio/mpeg': 'full', 'audio/mp4': 'full', 'audio/ogg': 'full' } },
      voice: { ...file, mime: { 'audio/mp4': 'full', 'audio/*': 'fallback', 'video/webm': 'fallback' } },
      document: { ...file, mime: { '*/*': 'full' } },
    },
    location: 'rejected',
    receipts: { out: ['accepted', 'sent', 'delivered', 'read', 'failed'], inMarkRead: false },
    // A second attempt with the same content is a second message; nothing can be looked up.
    idempotentSend: 'none',
  },
})
