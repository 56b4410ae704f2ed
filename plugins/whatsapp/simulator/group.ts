import { randomBytes, randomInt } from 'node:crypto'
import type { BinaryNode } from 'baileys'
import { phoneJid } from './jid.ts'
import { node, seconds } from './stanzas.ts'

type Rank = 'member' | 'admin' | 'superadmin'

/** A group of people, some of them accounts that have linked a client. */
export class Group {
  readonly id: string
  subject: string
  description: { readonly id: string; readonly text: string } | undefined
  picture: Uint8Array | undefined
  invite = newInvite()
  /** Only administrators may write, or change the group. */
  announce = false
  locked = false
  joinApproval = false
  /** Members by phone number. */
  readonly members = new Map<string, Rank>()
  /** Numbers that ask to be let in. */
  readonly requests = new Set<string>()
  readonly #creator: string
  readonly #createdAt = seconds()

  constructor(subject: string, creator: string) {
    this.id = `${creator}-${randomInt(10 ** 9, 10 ** 10)}@g.us`
    this.subject = subject
    this.#creator = creator
    this.members.set(creator, 'superadmin')
  }

  newInvite(): string {
    this.invite = newInvite()
    return this.invite
  }

  /** Where somebody stands. */
  placeOf(number: string): 'inside' | 'asking' | 'outside' {
    return this.members.has(number) ? 'inside' : this.requests.has(number) ? 'asking' : 'outside'
  }

  /** Somebody follows the invitation: they are inside, or ask to be let in where joining needs an approval. */
  join(number: string): void {
    if (this.members.has(number)) return
    if (this.joinApproval) this.requests.add(number)
    else this.members.set(number, 'member')
  }

  /** The group as queries answer it. `lidOf` says the other id of a number. */
  metadata(lidOf: (number: string) => string | undefined): BinaryNode {
    const { description } = this
    return node(
      'group',
      {
        id: this.id.slice(0, this.id.indexOf('@')),
        subject: this.subject,
        s_t: this.#createdAt,
        s_o: phoneJid(this.#creator),
        creation: this.#createdAt,
        creator: phoneJid(this.#creator),
        addressing_mode: 'pn',
        size: String(this.members.size),
      },
      [
        ...(description
          ? [
              node('description', { id: description.id, t: this.#createdAt }, [
                node('body', {}, Buffer.from(description.text)),
              ]),
            ]
          : []),
        ...(this.announce ? [node('announcement')] : []),
        ...(this.locked ? [node('locked')] : []),
        ...(this.joinApproval ? [node('membership_approval_mode', {}, [node('group_join', { state: 'on' })])] : []),
        ...[...this.members].map(([number, rank]) => {
          const lid = lidOf(number)
          return node('participant', {
            jid: phoneJid(number),
            ...(lid !== undefined && { lid }),
            ...(rank !== 'member' && { type: rank }),
          })
        }),
      ],
    )
  }
}

const newInvite = (): string => randomBytes(16).toString('base64url').slice(0, 22)
