import type { UserId } from '@recado/sdk'
import type { UserContext } from '../context.ts'

/* What open screens are told. Ids and places alone: each reader fetches what they may see. */

type Users = Pick<UserContext['core'], 'users'>

/** A message of a chat is new or changed. */
export interface MessagePush {
  readonly chatId: string
  readonly messageId: string
  readonly seq: number
}
/** Somebody has read a chat up to there. */
export interface ReadPush {
  readonly chatId: string
  readonly userId: string
  readonly readSeq: number
}
/** Somebody is writing in a chat, or no longer. */
export interface TypingPush {
  readonly chatId: string
  readonly userId: string
  readonly name: string
  readonly typing: boolean
}

export const tellMessage = ({ users }: Users, members: readonly UserId[], push: MessagePush): void => {
  users.push(members, 'message', push)
  users.push(members, 'badge', {})
}
/** The chat itself changed: its name, its members, what one of them chose; or somebody is in it no longer. */
export const tellChat = ({ users }: Users, members: readonly UserId[], chatId: string): void => {
  users.push(members, 'chat', { chatId })
  users.push(members, 'badge', {})
}
export const tellRead = ({ users }: Users, members: readonly UserId[], push: ReadPush): void =>
  users.push(members, 'read', push)
export const tellTyping = ({ users }: Users, members: readonly UserId[], push: TypingPush): void =>
  users.push(members, 'typing', push, { fleeting: true })
