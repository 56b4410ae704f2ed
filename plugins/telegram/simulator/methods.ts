import type { Bot } from './bot.ts'
import { bad, chatOf, json, number, Refused, type Call, type Method } from './calls.ts'
import { groupMethods } from './group-methods.ts'
import { Poll } from './poll.ts'
import { newGroupId, type Chat, type Message, type World } from './world.ts'

function messageOf(call: Call, what: string): Message {
  const message = chatOf(call).messages.get(number(call.params['message_id']))
  if (!message) throw bad(`message to ${what} not found`)
  return message
}

/** What a person sees of HTML; refused where a tag is unknown or not closed. */
function seen(text: string, mode: unknown): string {
  if (mode !== 'HTML') return text
  const open: string[] = []
  for (const [, close, tag] of text.matchAll(/<(\/?)(\w*)[^>]*>?/g)) {
    if (!/^(b|i|u|s|a|code|pre|blockquote)$/.test(tag!) || (close ? open.pop() !== tag : open.push(tag!) === 0))
      throw bad("can't parse entities")
  }
  if (open.length > 0) throw bad("can't parse entities")
  return text
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}

function text(value: unknown, mode: unknown, limit: number, what: string): string {
  const shown = seen(String(value ?? ''), mode)
  if (shown.trim() === '' && limit > 1_024) throw bad(`${what} text is empty`)
  if (shown.length > limit) throw bad(`${what} is too long`)
  return shown
}

/** The topic that a call speaks to. General is spoken to without a number, and is not found by one. */
function topicOf({ params }: Call, chat: Chat): number | undefined {
  if (params['message_thread_id'] === undefined) return undefined
  const topic = chat.topics.get(number(params['message_thread_id']))
  if (!topic) throw bad('message thread not found')
  if (topic.isClosed) throw bad('TOPIC_CLOSED')
  return topic.id
}

function say(call: Call, content: Record<string, unknown>): Message {
  const { bot, params } = call
  const reply = json(params['reply_parameters']) as { message_id: number } | undefined
  const chat = chatOf(call)
  const quoted = reply && chat.messages.get(reply.message_id)
  const topic = topicOf(call, chat) ?? quoted?.['message_thread_id']
  return chat.add(
    {
      ...content,
      ...(topic !== undefined && { message_thread_id: topic, is_topic_message: true }),
      ...(quoted && { reply_to_message: quoted }),
      ...(params['reply_markup'] !== undefined && { reply_markup: json(params['reply_markup']) }),
    },
    bot.facts,
  )
}

async function fileOf(world: World, value: unknown): Promise<ReturnType<World['keep']>> {
  if (!(value instanceof File)) throw bad('wrong file identifier/HTTP URL specified')
  if (value.size > 50_000_000) throw new Refused(413, 'Request Entity Too Large')
  return world.keep(new Uint8Array(await value.arrayBuffer()), value.type, value.name)
}

let polls = 0

const sending =
  (field: string): Method =>
  async (call) => {
    const file = await fileOf(call.world, call.params[field])
    const caption =
      call.params['caption'] === undefined
        ? {}
        : { caption: text(call.params['caption'], call.params['parse_mode'], 1_024, 'message caption') }
    return say(call, { [field]: field === 'photo' ? [{ ...file, width: 640, height: 480 }] : file, ...caption })
  }

export const methods: Readonly<Record<string, Method>> = {
  getMe: ({ bot }) => ({
    ...bot.facts,
    can_join_groups: true,
    can_read_all_group_messages: true,
  }),
  async getUpdates({ bot, params, signal }) {
    if (bot.webhook)
      throw new Refused(
        409,
        "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
      )
    const updates = await bot.take(
      params['offset'] === undefined ? undefined : number(params['offset']),
      number(params['timeout'] ?? 0) * 1_000,
      json(params['allowed_updates']) as string[] | undefined,
      signal,
    )
    if (updates === 'conflict')
      throw new Refused(
        409,
        'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
      )
    return updates
  },
  setWebhook({ bot, params }) {
    const url = String(params['url'] ?? '')
    if (url !== '' && !URL.canParse(url)) throw bad('bad webhook: invalid URL')
    bot.setWebhook(
      url === ''
        ? undefined
        : {
            url,
            secret: String(params['secret_token'] ?? ''),
            allowed: json(params['allowed_updates']) as string[] | undefined,
          },
    )
    return true
  },
  deleteWebhook({ bot }) {
    bot.setWebhook(undefined)
    return true
  },
  getWebhookInfo: ({ bot }) => ({
    url: bot.webhook?.url ?? '',
    has_custom_certificate: false,
    pending_update_count: bot.pending,
    ...(bot.lastError && { last_error_date: bot.lastError.date, last_error_message: bot.lastError.message }),
  }),
  sendMessage: (call) => say(call, { text: text(call.params['text'], call.params['parse_mode'], 4_096, 'message') }),
  sendPhoto: sending('photo'),
  sendVideo: sending('video'),
  sendAnimation: sending('animation'),
  sendAudio: sending('audio'),
  sendVoice: sending('voice'),
  sendDocument: sending('document'),
  sendSticker: sending('sticker'),
  async sendMediaGroup(call) {
    const items = json(call.params['media']) as { type: string; media: string; caption?: string }[]
    if (items.length < 2 || items.length > 10) throw bad('wrong number of items in the album')
    const sent: Message[] = []
    for (const { type, media, caption } of items) {
      const file = await fileOf(call.world, call.params[media.replace('attach://', '')])
      sent.push(
        say(call, {
          [type]: type === 'photo' ? [file] : file,
          media_group_id: 'album',
          ...(caption !== undefined && { caption }),
        }),
      )
    }
    return sent
  },
  sendLocation: (call) =>
    say(call, { location: { latitude: number(call.params['latitude']), longitude: number(call.params['longitude']) } }),
  sendVenue: (call) =>
    say(call, {
      venue: {
        location: { latitude: number(call.params['latitude']), longitude: number(call.params['longitude']) },
        title: call.params['title'],
        address: call.params['address'],
      },
    }),
  sendContact: (call) =>
    say(call, { contact: { phone_number: call.params['phone_number'], first_name: call.params['first_name'] } }),
  sendPoll(call) {
    const { params } = call
    const options = (json(params['options']) as { text: string }[]).map(({ text: option }) =>
      text(option, undefined, 100, 'poll option'),
    )
    if (options.length < 2 || options.length > 12) throw bad('poll must have at least 2 options')
    return say(call, {
      poll: new Poll(
        String(5_000_000_000_000_000_000n + BigInt(++polls)),
        text(params['question'], undefined, 300, 'poll question'),
        options,
        {
          anonymous: String(params['is_anonymous'] ?? true) === 'true',
          several: String(params['allows_multiple_answers'] ?? false) === 'true',
        },
      ),
    })
  },
  stopPoll(call) {
    const poll = chatOf(call).messages.get(number(call.params['message_id']))?.['poll']
    if (!(poll instanceof Poll)) throw bad('message with poll to stop not found')
    if (poll.is_closed) throw bad('poll has already been closed')
    poll.close(call.bot)
    return poll
  },
  sendChatAction(call) {
    topicOf(call, chatOf(call))
    return true
  },
  editMessageText(call) {
    const message = messageOf(call, 'edit')
    const changed = text(call.params['text'], call.params['parse_mode'], 4_096, 'message')
    if (message['text'] === changed) throw bad('message is not modified')
    return Object.assign(message, { text: changed, edit_date: message.date })
  },
  editMessageCaption: (call) =>
    Object.assign(messageOf(call, 'edit'), {
      caption: text(call.params['caption'], undefined, 1_024, 'message caption'),
    }),
  deleteMessage: (call) => chatOf(call).messages.delete(messageOf(call, 'delete').message_id),
  setMessageReaction: (call) =>
    Object.assign(messageOf(call, 'react'), { reaction: json(call.params['reaction']) }) !== undefined,
  answerCallbackQuery: () => true,
  getChat(call) {
    const { facts, photo, members, description, permissions, joinByRequest, inviteLink } = chatOf(call)
    const rights = members.find(call.bot.id)?.rights ?? []
    return {
      ...facts,
      ...(photo && { photo: { small_file_id: photo, big_file_id: photo } }),
      ...(facts.type !== 'private' && {
        permissions,
        ...(description && { description }),
        ...(joinByRequest && { join_by_request: true }),
        ...(inviteLink && rights.includes('can_invite_users') && { invite_link: inviteLink }),
      }),
    }
  },
  ...groupMethods,
  getFile({ world, params }) {
    const file = world.files.get(String(params['file_id']))
    if (!file) throw bad('wrong file_id or the file is temporarily unavailable')
    if (file.bytes.length > 20_000_000) throw bad('file is too big')
    return { file_id: params['file_id'], file_size: file.bytes.length, file_path: file.path }
  },
}

/** A group becomes a supergroup: both say so, and the old id leads nowhere any more. */
export function migrate(world: World, bot: Bot, chat: Chat): Chat {
  const next = world.chat({ ...chat.facts, id: newGroupId(), type: 'supergroup' })
  for (const { user, status, rights } of chat.members.inside) next.members.set(user, status, rights)
  chat.movedTo = next.facts.id
  const from = { id: 1, is_bot: false, first_name: 'Telegram' }
  bot.push('message', chat.add({ migrate_to_chat_id: next.facts.id }, from))
  bot.push('message', next.add({ migrate_from_chat_id: chat.facts.id }, from))
  return next
}
