/** Somebody as messages and members name them. */
export interface User {
  id: number
  is_bot: boolean
  first_name: string
  username?: string
}

export type Rank = 'creator' | 'administrator' | 'member' | 'left' | 'kicked'

/** All that an administrator may do. */
export const allRights: readonly string[] = [
  'can_manage_chat',
  'can_delete_messages',
  'can_manage_video_chats',
  'can_restrict_members',
  'can_promote_members',
  'can_change_info',
  'can_invite_users',
  'can_pin_messages',
]

interface Membership {
  readonly user: User
  status: Rank
  rights: readonly string[]
  /** The bot that made them an administrator; only it may change that. */
  appointedBy?: number | undefined
}

/** Who is, or was, in a group. */
export class GroupMembers {
  readonly #known = new Map<number, Membership>()

  /** Puts somebody at a rank; an administrator has these rights, from a bot or, without one, from a person. */
  set(user: User, status: Rank, rights: readonly string[] = allRights, appointedBy?: number): void {
    const isAdministrator = status === 'administrator'
    this.#known.set(user.id, {
      user,
      status,
      rights: isAdministrator ? rights : [],
      appointedBy: isAdministrator ? appointedBy : undefined,
    })
  }

  /** Who is not in yet comes in as a plain member. */
  enter(user: User): void {
    if (!this.isInside(user.id)) this.set(user, 'member')
  }

  find(id: number): Membership | undefined {
    return this.#known.get(id)
  }

  isInside(id: number): boolean {
    const { status } = this.#known.get(id) ?? { status: 'left' }
    return status !== 'left' && status !== 'kicked'
  }

  get inside(): Membership[] {
    return [...this.#known.values()].filter(({ user }) => this.isInside(user.id))
  }
}

/** A member as the Bot API tells it to a bot. */
export const toldTo =
  (bot: number) =>
  ({ user, status, rights, appointedBy }: Membership): Record<string, unknown> => ({
    user,
    status,
    ...(status === 'administrator' && {
      can_be_edited: appointedBy === bot,
      is_anonymous: false,
      ...Object.fromEntries(allRights.map((right) => [right, rights.includes(right)])),
    }),
  })
