import { defineChannel } from '@recado/sdk'
import { groupOperationNames } from '../groups/operations.ts'
import { TelegramConfig } from './config.ts'

/** UTF-16 units of one message and of one caption. */
export const maxText = 4_096
export const maxCaption = 1_024

const file = { maxBytes: 50_000_000, caption: 'full', maxCaption } as const
/** The emoji with which Telegram lets a bot react. */
const reactions = [
  ...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(
    '👍👎❤🔥🥰👏😁🤔🤯😱🤬😢🎉🤩🤮💩🙏👌🕊🤡🥱🥴😍🐳❤‍🔥🌚🌭💯🤣⚡🍌🏆💔🤨😐🍓🍾💋🖕😈😴😭🤓👻👨‍💻👀🎃🙈😇😨🤝✍🤗🫡🎅🎄☃💅🤪🗿🆒💘🙉🦄😘💊🙊😎👾🤷‍♂🤷🤷‍♀😡',
  ),
].map(({ segment }) => segment)

/** Capabilities of a Telegram bot. Bots get no reports of delivery, reading or deletion. */
export const telegram = defineChannel({
  type: 'telegram',
  titleKey: 'channel.title',
  descriptionKey: 'channel.description',
  badge: { color: '#229ed9', icon: 'send' },
  transport: 'webhook',
  config: TelegramConfig,
  guide: [{ id: 'bot', link: 'https://t.me/BotFather' }, { id: 'token' }, { id: 'privacy' }],
  egressFrom: ['apiRoot'],
  proxyFrom: 'proxy',
  identityKind: 'telegram',
  capabilities: {
    version: 4,
    text: { maxLength: maxText, format: 'markdown' },
    media: {
      image: {
        ...file,
        maxBytes: 10_000_000,
        mime: { 'image/jpeg': 'full', 'image/png': 'full', 'image/webp': 'full', 'image/gif': 'full' },
      },
      video: { ...file, mime: { 'video/mp4': 'full' } },
      audio: { ...file, mime: { 'audio/mpeg': 'full', 'audio/mp4': 'full', 'audio/x-m4a': 'full' } },
      // Browsers record other types; they are converted before.
      voice: {
        ...file,
        mime: {
          'audio/ogg': 'full',
          'audio/mpeg': 'full',
          'audio/mp4': 'full',
          'audio/x-m4a': 'full',
          'audio/*': 'fallback',
          'video/webm': 'fallback',
        },
      },
      document: { ...file, mime: { '*/*': 'full' } },
      sticker: { maxBytes: 512_000, caption: 'dropped', mime: { 'image/webp': 'full' } },
    },
    location: 'full',
    contactCard: 'full',
    polls: 'full',
    stopPoll: 'full',
    interactive: { buttons: 10, listRows: 50 },
    templates: 'rejected',
    reply: 'full',
    forward: 'rejected',
    edit: { level: 'full' },
    deleteForAll: { level: 'full', withinMs: 48 * 3_600_000 },
    reaction: { level: 'full', maxCount: 1, allowed: reactions },
    receipts: { out: ['sent'], inMarkRead: false },
    typing: 'full',
    groups: 'full',
    profiles: 'full',
    operations: groupOperationNames,
    history: { level: 'rejected', includesOwn: false },
    idempotentSend: 'none',
  },
})
