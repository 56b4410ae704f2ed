import type { proto } from 'baileys'
import type { Account } from './account.ts'
import type { Group } from './group.ts'
import type { Person } from './person.ts'

/** A message that a client has sent, as those who received it read it. */
export interface SentMessage {
  readonly account: Account
  readonly id: string
  readonly to: string
  readonly content: proto.IMessage
}

/** A message of somebody to an account, in private or in a group. */
export interface SaidMessage {
  readonly id: string
  readonly account: Account
  readonly person: Person
  readonly group: Group | undefined
  readonly content: proto.IMessage
}
