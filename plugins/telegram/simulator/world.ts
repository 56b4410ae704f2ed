import type { SimulatorClock } from '@recado/sdk/testing/simulator'
import { randomInt, randomUUID } from 'node:crypto'
import { GroupMembers, type User } from './members.ts'

/* What a Bot API server knows: bots, chats, their messages, files. */

export interface Message {
  message_id: number
  date: number
  chat: ChatFacts
  from: User
  edit_date?: number
  [field: string]: unknown
}
export interface ChatFacts {
  id: number
  type: 'private' | 'group' | 'supergroup'
  title?: string
  first_name?: string
  is_forum?: true
}
export interface StoredFile {
  readonly bytes: Uint8Array
  readonly mime: string
  readonly path: string
}

/** A topic of a forum. */
export interface Topic {
  readonly id: number
  readonly name: string
  isClosed: boolean
}

const memberPermissions = [
  'can_send_messages',
  'can_send_audios',
  'can_send_documents',
  'can_send_photos',
  'can_send_videos',
  'can_send_video_notes',
  'can_send_voice_notes',
  'can_send_polls',
  'can_send_other_messages',
  'can_add_web_page_previews',
  'can_change_info',
  'can_invite_users',
  'can_pin_messages',
]

export class Chat {
  readonly facts: ChatFacts
  readonly messages = new Map<number, Message>()
  /** Set when the group has become a supergroup. */
  movedTo: number | undefined
  isBlocked = false
  /** File of the picture, where there is one. */
  photo: string | undefined
  description: string | undefined
  /** Primary link by which people join, once there is one. */
  inviteLink: string | undefined
  joinByRequest = false
  /** Of a group. */
  readonly members = new GroupMembers()
  /** What members without a rank may do. */
  readonly permissions: Record<string, boolean> = Object.fromEntries(memberPermissions.map((name) => [name, true]))
  /** Of a forum, by the number of the message that opened each; General has none. */
  readonly topics = new Map<number, Topic>()
  readonly #clock: SimulatorClock
  constructor(facts: ChatFacts, clock: SimulatorClock) {
    this.facts = facts
    this.#clock = clock
  }

  /** Opens a topic, as a member of the group does. */
  openTopic(name: string): Topic {
    const { message_id: id } = this.add(
      { forum_topic_created: { name, icon_color: 7322096 } },
      { id: 1, is_bot: false, first_name: 'Telegram' },
    )
    const topic: Topic = { id, name, isClosed: false }
    this.topics.set(id, topic)
    return topic
  }

  add(content: Record<string, unknown>, from: Message['from']): Message {
    const message: Message = {
      message_id: this.messages.size + 1,
      date: this.#clock.seconds(),
      chat: this.facts,
      from,
      ...content,
    }
    this.messages.set(message.message_id, message)
    return message
  }
}

/** Messages and files of all bots; ids as Telegram's own look. */
export class World {
  readonly clock: SimulatorClock
  readonly chats = new Map<number, Chat>()
  readonly files = new Map<string, StoredFile>()

  constructor(clock: SimulatorClock) {
    this.clock = clock
  }

  chat(facts: ChatFacts): Chat {
    const known = this.chats.get(facts.id)
    if (known) return known
    const chat = new Chat(facts, this.clock)
    this.chats.set(facts.id, chat)
    return chat
  }

  /** Keeps a file and describes it as messages do. */
  keep(
    bytes: Uint8Array,
    mime: string,
    name?: string,
  ): { file_id: string; file_unique_id: string; file_size: number; mime_type: string; file_name?: string } {
    const id = randomUUID().replaceAll('-', '')
    this.files.set(id, { bytes, mime, path: `files/${id}` })
    return {
      file_id: id,
      file_unique_id: id.slice(0, 12),
      file_size: bytes.length,
      mime_type: mime,
      ...(name !== undefined && { file_name: name }),
    }
  }
}

export const newUserId = (): number => randomInt(1_000_000_000, 9_000_000_000)
export const newGroupId = (): number => -randomInt(1_000_000_000, 9_000_000_000)
