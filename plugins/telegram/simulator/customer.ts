import { randomUUID } from 'node:crypto'
import type { Bot } from './bot.ts'
import type { Poll } from './poll.ts'
import type { Chat, Message, Topic, World } from './world.ts'

/** A person on the other side of a bot, as far as the bot can notice. */
export class Customer {
  readonly facts: Message['from']
  /** Where the person talks to the bot alone. */
  readonly chat: Chat
  readonly #world: World
  readonly #bot: Bot

  constructor(world: World, bot: Bot, facts: Message['from'], chat: Chat) {
    this.#world = world
    this.#bot = bot
    this.facts = facts
    this.chat = chat
  }

  /** Says anything a message can hold: `{ text }`, `{ location }`, `{ contact }`, a poll… */
  say(
    content: Record<string, unknown>,
    {
      chat = this.chat,
      replyTo,
      topic,
    }: { chat?: Chat; replyTo?: Message | undefined; topic?: Topic | undefined } = {},
  ): Message {
    if (chat !== this.chat) chat.members.enter(this.facts)
    // In a topic everything that answers nobody answers the message that opened it.
    const answered = replyTo ?? (topic && chat.messages.get(topic.id))
    const message = chat.add(
      {
        ...content,
        ...(topic && { message_thread_id: topic.id, is_topic_message: true }),
        ...(answered && { reply_to_message: answered }),
      },
      this.facts,
    )
    this.#bot.push('message', message)
    return message
  }

  /** Sends a file as one of the kinds Telegram knows; a photo comes in two sizes. */
  send(
    kind: 'photo' | 'video' | 'animation' | 'video_note' | 'voice' | 'audio' | 'document' | 'sticker',
    bytes: Uint8Array,
    mime: string,
    extra: {
      name?: string
      caption?: string
      chat?: Chat
      replyTo?: Message | undefined
      topic?: Topic | undefined
      [field: string]: unknown
    } = {},
  ): Message {
    const { name, caption, chat, replyTo, topic, ...facts } = extra
    const file = { ...this.#world.keep(bytes, mime, name), ...facts }
    const content =
      kind === 'photo'
        ? [
            { ...this.#world.keep(bytes.subarray(0, 1), mime), width: 90, height: 67 },
            { ...file, width: 640, height: 480 },
          ]
        : file
    return this.say(
      { [kind]: content, ...(kind === 'animation' && { document: file }), ...(caption !== undefined && { caption }) },
      { ...(chat && { chat }), replyTo, topic },
    )
  }

  edit(message: Message, change: Record<string, unknown>): void {
    Object.assign(message, change, { edit_date: this.#world.clock.seconds() })
    this.#bot.push('edited_message', message)
  }

  react(message: Message, emoji: string | null): void {
    this.#bot.push('message_reaction', {
      chat: message.chat,
      message_id: message.message_id,
      user: this.facts,
      date: this.#world.clock.seconds(),
      old_reaction: [],
      new_reaction: emoji === null ? [] : [{ type: 'emoji', emoji }],
    })
  }

  /** Votes for options by their places, in place of what they voted for before; none withdraws the vote. */
  vote(message: Message, options: readonly number[]): void {
    const poll = message['poll'] as Poll
    if (!poll.vote(this.facts.id, options)) return
    // Of an anonymous poll the bot is told numbers alone.
    if (!poll.is_anonymous) this.#bot.push('poll_answer', { poll_id: poll.id, user: this.facts, option_ids: options })
    this.#bot.push('poll', poll)
  }

  press(message: Message, data: string): void {
    this.#bot.push('callback_query', { id: randomUUID(), from: this.facts, message, data, chat_instance: '1' })
  }

  shareContact(phone: string): Message {
    return this.say({ contact: { phone_number: phone, first_name: this.facts.first_name, user_id: this.facts.id } })
  }

  block(isBlocked = true): void {
    this.chat.isBlocked = isBlocked
    this.#bot.push('my_chat_member', {
      chat: this.chat.facts,
      from: this.facts,
      date: this.#world.clock.seconds(),
      new_chat_member: { status: isBlocked ? 'kicked' : 'member' },
    })
  }
}
