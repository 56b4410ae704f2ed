import type { GroupMember, GroupMemberAct, GroupRule, OperationAnswer } from '@recado/sdk'
import type { GroupFacts, Member, Permissions } from './results.ts'

/** Characters that Telegram takes as a description. */
export const maxDescription = 255

interface Told {
  readonly facts: GroupFacts
  readonly administrators: readonly Member[]
  /** What the bot is in the group. */
  readonly self: Member
  readonly total: number
}

/**
 * A group as its operations answer it. A bot is told the administrators and itself; ranks exist in supergroups alone,
 * and who joins by request is decided by people.
 */
export function groupOf({ facts, administrators, self, total }: Told): OperationAnswer<'groups.read'> {
  const others = administrators.filter(({ user }) => user.id !== self.user.id)
  const acts: readonly GroupMemberAct[] = facts.type === 'supergroup' ? ['remove', 'promote', 'demote'] : ['remove']
  return {
    chat: String(facts.id),
    name: facts.title,
    description: facts.description ?? null,
    maxDescription,
    onlyAdminsWrite: !facts.permissions.can_send_messages,
    onlyAdminsChange: !facts.permissions.can_change_info,
    approvesJoining: facts.join_by_request,
    rules: ['onlyAdminsWrite', 'onlyAdminsChange'],
    members: [...(isInside(self) ? [self] : []), ...others]
      .map((member) => memberOf(member, self.user.id))
      .toSorted(byRank),
    total,
    memberActs: acts,
  }
}

/** What members may do once the rules are these; nothing else of it changes. */
export function permissionsWith(
  permissions: Permissions,
  { onlyAdminsWrite, onlyAdminsChange }: Partial<Record<GroupRule, boolean | undefined>>,
): Permissions {
  const writing = (Object.keys(permissions) as (keyof Permissions)[]).filter(
    (name) => name.startsWith('can_send_') || name === 'can_add_web_page_previews',
  )
  return {
    ...permissions,
    ...(onlyAdminsWrite !== undefined && Object.fromEntries(writing.map((name) => [name, !onlyAdminsWrite]))),
    ...(onlyAdminsChange !== undefined && { can_change_info: !onlyAdminsChange }),
  }
}

const isInside = ({ status, is_member: isMember }: Member): boolean =>
  status === 'restricted' ? isMember === true : status !== 'left' && status !== 'kicked'

function memberOf({ status, user }: Member, self: number): GroupMember {
  const name = [user.first_name, user.last_name].filter(Boolean).join(' ')
  return {
    id: String(user.id),
    name: name || (user.username === undefined ? null : `@${user.username}`),
    phone: null,
    role: status === 'creator' ? 'owner' : status === 'administrator' ? 'admin' : 'member',
    isSelf: user.id === self,
  }
}

const ranks = { owner: 0, admin: 1, member: 2 } as const

const byRank = (one: GroupMember, other: GroupMember): number =>
  ranks[one.role] - ranks[other.role] || (one.name ?? one.id).localeCompare(other.name ?? other.id)
