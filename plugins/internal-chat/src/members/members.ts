/* Who is in a group, and who looks after it. Pure: the store applies the difference. */

/** A member of a group; `joinedAt` is comparable as a text. */
export interface Member {
  readonly userId: string
  readonly isAdmin: boolean
  readonly joinedAt: string
}
/** A change of the members. `leave` is of the one who acts. */
export type MemberChange =
  | { readonly kind: 'add'; readonly userIds: readonly string[] }
  | { readonly kind: 'remove'; readonly userId: string }
  | { readonly kind: 'leave' }
  | { readonly kind: 'admin'; readonly userId: string; readonly isAdmin: boolean }

/** Why a change is refused, as codes of the plugin. */
export type MemberFault =
  | 'ERR_CHAT_NOT_FOUND'
  | 'ERR_CHAT_ADMIN_ONLY'
  | 'ERR_CHAT_NOT_A_MEMBER'
  | 'ERR_CHAT_TOO_MANY_MEMBERS'

/** A group that has members has an administrator: without one the longest-standing member becomes it. */
export function withAdmin(members: readonly Member[]): readonly Member[] {
  if (members.length === 0 || members.some(({ isAdmin }) => isAdmin)) return members
  const eldest = members.reduce((a, b) =>
    b.joinedAt < a.joinedAt || (b.joinedAt === a.joinedAt && b.userId < a.userId) ? b : a,
  )
  return members.map((member) => (member === eldest ? { ...member, isAdmin: true } : member))
}

/**
 * The members after a change by one of them. Administrators add, remove and appoint; everybody may leave.
 *
 * @param at when it happens, comparable with `joinedAt`
 * @param most members that a group may have
 */
export function changeMembers(
  members: readonly Member[],
  actor: string,
  change: MemberChange,
  { at, most }: { readonly at: string; readonly most: number },
): { readonly members: readonly Member[] } | { readonly fault: MemberFault } {
  const own = members.find(({ userId }) => userId === actor)
  if (!own) return { fault: 'ERR_CHAT_NOT_FOUND' }
  if (change.kind === 'leave') return { members: withAdmin(members.filter(({ userId }) => userId !== actor)) }
  if (!own.isAdmin) return { fault: 'ERR_CHAT_ADMIN_ONLY' }
  if (change.kind === 'add') {
    const fresh = [...new Set(change.userIds)].filter((id) => !members.some(({ userId }) => userId === id))
    if (members.length + fresh.length > most) return { fault: 'ERR_CHAT_TOO_MANY_MEMBERS' }
    return { members: [...members, ...fresh.map((userId) => ({ userId, isAdmin: false, joinedAt: at }))] }
  }
  if (!members.some(({ userId }) => userId === change.userId)) return { fault: 'ERR_CHAT_NOT_A_MEMBER' }
  return {
    members: withAdmin(
      change.kind === 'remove'
        ? members.filter(({ userId }) => userId !== change.userId)
        : members.map((member) => (member.userId === change.userId ? { ...member, isAdmin: change.isAdmin } : member)),
    ),
  }
}
