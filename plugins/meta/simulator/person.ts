import { newId, newMessageId } from './ids.ts'
import type { Entry, World } from './world.ts'

type Json = Readonly<Record<string, unknown>>
/** The account as its people see it. */
interface Inbox {
  readonly id: string
  readonly product: 'facebook' | 'instagram'
  readonly world: World
  readonly app: { readonly id: string }
  readonly said: Said[]
  sentTo(person: Person): Said[]
  push(entry: Entry): void
}

/** One message between a person and an account; `content` as webhooks and requests have it. */
export interface Said {
  readonly id: string
  readonly person: Person
  readonly fromPerson: boolean
  readonly content: Readonly<Record<string, unknown>>
  readonly at: number
  /** A comment below a post, which is not part of the conversation. */
  readonly isComment?: true
  text: string | undefined
  isDeleted?: boolean
  isRead?: boolean
  readonly reactions: Map<string, string>
}

export type FileKind = 'image' | 'video' | 'audio' | 'file' | 'sticker'

/** Somebody with Instagram or Messenger, as one account gets to know them. */
export class Person {
  readonly account: Inbox
  readonly name: string
  readonly id = newId()
  /** Moment of the last message to the account: a window of 24 hours follows. */
  lastSaidAt: number | undefined
  isBlocked = false
  /** Id of the app that answers the conversation; undefined where nobody has it. */
  answeredBy: string | undefined

  constructor(account: Inbox, name: string) {
    this.account = account
    this.name = name
  }

  get username(): string {
    return this.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '.')
  }
  /** Whether another app answers the conversation, so that this one only stands by. */
  get isElsewhere(): boolean {
    return this.answeredBy !== undefined && this.answeredBy !== this.account.app.id
  }
  /** An app gets the conversation, as from the app or the inbox that had it. */
  giveTo(appId: string): void {
    const before = this.answeredBy
    this.answeredBy = appId
    const passed = { previous_owner_app_id: before, new_owner_app_id: appId, metadata: '' }
    this.account.push({ messaging: this.event({ pass_thread_control: passed }) })
  }

  get thread(): Said[] {
    return this.account.said.filter(({ person }) => person === this)
  }

  /** Says anything that a message can be. */
  say(content: Json): Said {
    const said = this.#keep(newMessageId(), content)
    const event = this.event({ message: { mid: said.id, ...content } })
    this.account.push(this.isElsewhere ? { standby: event } : { messaging: event })
    return said
  }

  write(text: string, replyTo?: Said): Said {
    return this.say({ text, ...(replyTo && { reply_to: { mid: replyTo.id } }) })
  }

  send(type: FileKind, bytes: Uint8Array, mime: string, text?: string): Said {
    const url = this.account.world.filesAt + this.#store(bytes, mime)
    return this.say({ ...(text !== undefined && { text }), attachments: [{ type, payload: { url } }] })
  }

  /** Answers a story of the account, whose picture lies where it is told. */
  answerStory(text: string, bytes: Uint8Array, mime: string): Said {
    const url = this.account.world.filesAt + this.#store(bytes, mime)
    return this.say({ text, reply_to: { story: { id: newId(), url } } })
  }

  /** Names the account in a story of their own. */
  mention(bytes: Uint8Array, mime: string): Said {
    const url = this.account.world.filesAt + this.#store(bytes, mime)
    return this.say({ attachments: [{ type: 'story_mention', payload: { url } }] })
  }

  /** Taps a quick reply of a message, or a button that the page shows. */
  tap(title: string, payload: string): Said {
    return this.say({ text: title, quick_reply: { payload } })
  }
  start(title: string, payload: string, referral?: Json): Said {
    const said = this.#keep(newMessageId(), { text: title })
    const postback = { mid: said.id, title, payload, ...(referral && { referral }) }
    this.account.push({ messaging: this.event({ postback }) })
    return said
  }

  /** Writes below a post. */
  comment(text: string): Said {
    const { product } = this.account
    const id = product === 'facebook' ? `${newId()}_${newId()}` : newId()
    const said: Said = { ...this.#said(id, { text }), isComment: true }
    this.account.said.push(said)
    const value =
      product === 'facebook'
        ? {
            item: 'comment',
            verb: 'add',
            comment_id: id,
            post_id: `${this.account.id}_${newId()}`,
            from: { id: this.id, name: this.name },
            message: text,
            created_time: Math.floor(said.at / 1_000),
          }
        : { id, text, from: { id: this.id, username: this.username }, media: { id: newId() } }
    this.account.push({ change: { field: product === 'facebook' ? 'feed' : 'comments', value } })
    return said
  }

  react(said: Said, emoji: string | null): void {
    if (emoji === null) said.reactions.delete('person')
    else said.reactions.set('person', emoji)
    const reaction = emoji === null ? { mid: said.id, action: 'unreact' } : { mid: said.id, action: 'react', emoji }
    this.account.push({ messaging: this.event({ reaction }) })
  }

  edit(said: Said, text: string): void {
    said.text = text
    this.account.push({ messaging: this.event({ message_edit: { mid: said.id, text, num_edit: 1 } }) })
  }

  unsend(said: Said): void {
    said.isDeleted = true
    this.account.push({ messaging: this.event({ message: { mid: said.id, is_deleted: true } }) })
  }

  /** Reads everything of the account so far. */
  see(): void {
    const unread = this.account.sentTo(this).filter(({ isRead }) => !isRead)
    const last = unread.at(-1)
    if (!last) return
    for (const said of unread) said.isRead = true
    const read = this.account.product === 'facebook' ? { watermark: this.#now() } : { mid: last.id }
    this.account.push({ messaging: this.event({ read }) })
  }

  /** An event between this person and the account. */
  event(content: Json, fromAccount = false): object {
    const [person, account] = [{ id: this.id }, { id: this.account.id }]
    return {
      sender: fromAccount ? account : person,
      recipient: fromAccount ? person : account,
      timestamp: this.#now(),
      ...content,
    }
  }

  #now(): number {
    return this.account.world.clock.now().getTime()
  }

  #said(id: string, content: Json): Said {
    const text = content['text'] as string | undefined
    return { id, person: this, fromPerson: true, content, at: this.#now(), text, reactions: new Map() }
  }

  #keep(id: string, content: Json): Said {
    const said = this.#said(id, content)
    this.account.said.push(said)
    this.lastSaidAt = said.at
    return said
  }

  #store(bytes: Uint8Array, mime: string): string {
    const path = `/files/${newId()}`
    this.account.world.files.set(path, { bytes, mime })
    return path
  }
}
