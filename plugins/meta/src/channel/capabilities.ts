import { defineChannel, type ChannelCapabilities } from '@recado/sdk'
import { FacebookConfig, InstagramConfig } from './config.ts'

const day = 24 * 3_600_000
const mega = 1_000_000

/** Up to a day anybody answers, up to a week a person does. */
const windowMs = 7 * day

const pictures = { 'image/jpeg': 'full', 'image/png': 'full', 'image/gif': 'full' } as const
/** Browsers record other types; they are converted before. */
const voice = { 'audio/mp4': 'full', 'audio/*': 'fallback', 'video/webm': 'fallback' } as const
const sounds = { 'audio/mp4': 'full', 'audio/x-m4a': 'full', 'audio/aac': 'full', 'audio/wav': 'full' } as const

const common = {
  version: 1,
  reply: 'full',
  forward: 'dropped',
  edit: { level: 'rejected' },
  deleteForAll: { level: 'rejected' },
  // Quick replies: 13, of 20 characters each.
  interactive: { buttons: 13 },
  typing: 'full',
  profiles: 'full',
  // An echo with our key settles an attempt; that none comes proves nothing.
  idempotentSend: 'none',
} as const satisfies Partial<ChannelCapabilities>

const shared = {
  transport: 'webhook',
  egressFrom: ['apiRoot'],
  proxyFrom: 'proxy',
} as const

/** A professional account of Instagram, by the Instagram API with Instagram Login. */
export const instagram = defineChannel({
  ...shared,
  type: 'instagram',
  titleKey: 'channel.instagram.title',
  descriptionKey: 'channel.instagram.description',
  badge: { color: '#d62976', icon: 'image' },
  config: InstagramConfig,
  guide: [
    { id: 'instagramApp', link: 'https://developers.facebook.com/apps' },
    { id: 'instagramToken' },
    { id: 'secret' },
  ],
  identityKind: 'instagram',
  capabilities: {
    ...common,
    templates: 'rejected',
    serviceWindow: { ms: windowMs, outside: 'rejected' },
    text: { maxLength: 1_000, format: 'plain' },
    media: {
      image: { maxBytes: 8 * mega, mime: { 'image/jpeg': 'full', 'image/png': 'full' } },
      video: { maxBytes: 25 * mega, mime: { 'video/mp4': 'full', 'video/quicktime': 'full' } },
      audio: { maxBytes: 25 * mega, mime: sounds },
      voice: { maxBytes: 25 * mega, mime: voice },
      document: { maxBytes: 25 * mega, mime: { 'application/pdf': 'full' } },
    },
    // The heart is the only one that the API takes.
    reaction: { level: 'full', maxCount: 1, allowed: ['❤️'] },
    receipts: { out: ['sent', 'read'], inMarkRead: true },
  },
})

/** A page of Facebook, by the Messenger Platform. */
export const facebook = defineChannel({
  ...shared,
  type: 'facebook',
  titleKey: 'channel.facebook.title',
  descriptionKey: 'channel.facebook.description',
  badge: { color: '#0866ff', icon: 'messages-square' },
  config: FacebookConfig,
  guide: [
    { id: 'facebookApp', link: 'https://developers.facebook.com/apps' },
    { id: 'facebookToken' },
    { id: 'secret' },
  ],
  identityKind: 'facebook',
  capabilities: {
    ...common,
    templates: 'full',
    serviceWindow: { ms: windowMs, outside: 'template-only' },
    text: { maxLength: 2_000, format: 'plain' },
    media: {
      image: { maxBytes: 25 * mega, mime: pictures },
      video: { maxBytes: 25 * mega, mime: { 'video/mp4': 'full', 'video/quicktime': 'full' } },
      audio: { maxBytes: 25 * mega, mime: { ...sounds, 'audio/mpeg': 'full' } },
      voice: { maxBytes: 25 * mega, mime: voice },
      document: { maxBytes: 25 * mega, mime: { '*/*': 'full' } },
    },
    reaction: { level: 'full', maxCount: 1 },
    receipts: { out: ['sent', 'delivered', 'read'], inMarkRead: true },
  },
})
