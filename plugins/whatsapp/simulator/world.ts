import type { BinaryNode, proto } from 'baileys'
import type { Account } from './account.ts'
import type { Files } from './files.ts'
import type { Group } from './group.ts'
import type { Line } from './line.ts'
import type { LinkedDevice } from './linked-device.ts'
import type { Person } from './person.ts'
import type { SaidMessage, SentMessage } from './messages.ts'
import type { SignalPeer } from './signal-peer.ts'

/** Whether phones confirm what arrives, and have it read at once. */
export type Receipts = 'none' | 'delivered' | 'read'

/** Everything on the other side of a client: accounts, people, groups, files, and what was said. */
export interface World {
  readonly url: string
  readonly files: Files
  readonly people: ReadonlyMap<string, Person>
  readonly groups: Map<string, Group>
  /** Names of channels of WhatsApp, by their address. */
  readonly newsletters: Map<string, string>
  /** Numbers that cannot be added to groups. */
  readonly refusesGroups: Set<string>
  /** Nobody is told who is on WhatsApp. */
  refusesLookups: boolean
  readonly said: readonly SaidMessage[]
  readonly sent: readonly SentMessage[]
  readonly unread: readonly { readonly id: string; readonly error: unknown }[]
  readonly waiting: number
  receipts: Receipts
  account(number: string, name?: string): Account
  person(name: string, number: string): Person
  findPerson(jid: string): Person | undefined
  findAccount(jid: string): Account | undefined
  peerAt(jid: string): SignalPeer | undefined
  numberOf(jid: string): string | undefined
  lidOf(number: string): string | undefined
  groupReader(group: string): SignalPeer
  lines(account: Account): Line[]
  scan(account: Account, text: string): void
  type(account: Account, code: string): Promise<void>
  rotateCodes(): void
  refuse(code: number, times?: number): void
  fail(line: Line, reason: number): void
  unlink(account: Account, device: LinkedDevice): void
  deliver(account: Account, stanza: BinaryNode): void
  remember(message: SaidMessage): void
  /** What was said under an id, and by whom where it was no account. */
  contentOf(id: string): { readonly content: proto.IMessage; readonly by?: Person } | undefined
  orderOf(id: string): number
  receipt(
    account: Account,
    by: Person,
    ids: readonly string[],
    state: 'delivered' | 'read' | 'played',
    group?: Group,
  ): void
}
