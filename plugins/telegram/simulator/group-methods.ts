import { randomBytes } from 'node:crypto'
import { bad, chatOf, json, number, Refused, type Call, type Method } from './calls.ts'
import { allRights, toldTo } from './members.ts'
import type { Chat } from './world.ts'

/** The group of a call, of which the bot has to be a member. */
function groupOf(call: Call): Chat {
  const chat = chatOf(call)
  if (chat.facts.type === 'private') throw bad('method is available for group and supergroup chats only')
  if (chat.members.isInside(call.bot.id)) return chat
  const wasKicked = chat.members.find(call.bot.id)?.status === 'kicked'
  throw new Refused(
    403,
    `Forbidden: bot ${wasKicked ? 'was kicked from' : 'is not a member of'} the ${kindOf(chat)} chat`,
  )
}

/** The same, where the bot is an administrator with this right. */
function groupWith(call: Call, right: string, what: string): Chat {
  const chat = groupOf(call)
  if (!chat.members.find(call.bot.id)?.rights.includes(right)) throw bad(`not enough rights to ${what}`)
  return chat
}

const kindOf = ({ facts }: Chat): string => (facts.type === 'supergroup' ? 'supergroup' : 'group')

function supergroup(chat: Chat): Chat {
  if (chat.facts.type !== 'supergroup') throw bad('method is available for supergroup and channel chats only')
  return chat
}

function memberOf({ params }: Call, chat: Chat) {
  const found = chat.members.find(number(params['user_id']))
  if (!found) throw bad('PARTICIPANT_ID_INVALID')
  return found
}

/** Methods for groups, as far as bots have them. */
export const groupMethods: Readonly<Record<string, Method>> = {
  getChatMember(call) {
    return toldTo(call.bot.id)(memberOf(call, groupOf(call)))
  },
  getChatMemberCount: (call) => groupOf(call).members.inside.length,
  /** Bots are not among them. */
  getChatAdministrators: (call) =>
    groupOf(call)
      .members.inside.filter(({ user, status }) => !user.is_bot && status !== 'member')
      .map(toldTo(call.bot.id)),
  setChatTitle(call) {
    const chat = groupWith(call, 'can_change_info', 'change chat title')
    const title = String(call.params['title'] ?? '').trim()
    if (title === '' || title.length > 128) throw bad('invalid new chat title specified')
    if (title === chat.facts.title) throw bad('chat title is not modified')
    chat.facts.title = title
    return true
  },
  setChatDescription(call) {
    const chat = groupWith(call, 'can_change_info', 'set chat description')
    const description = String(call.params['description'] ?? '')
    if (description.length > 255) throw bad('CHAT_ABOUT_TOO_LONG')
    if (description === chat.description) throw bad('chat description is not modified')
    chat.description = description
    return true
  },
  async setChatPhoto(call) {
    const chat = groupWith(call, 'can_change_info', 'change chat photo')
    const photo = call.params['photo']
    if (!(photo instanceof File)) throw bad('there is no photo in the request')
    chat.photo = call.world.keep(new Uint8Array(await photo.arrayBuffer()), photo.type).file_id
    return true
  },
  deleteChatPhoto(call) {
    const chat = groupWith(call, 'can_change_info', 'change chat photo')
    if (chat.photo === undefined) throw bad('CHAT_NOT_MODIFIED')
    chat.photo = undefined
    return true
  },
  setChatPermissions(call) {
    const chat = groupWith(call, 'can_restrict_members', 'change chat permissions')
    const wanted = json(call.params['permissions']) as Record<string, boolean>
    const names = Object.keys(chat.permissions)
    if (names.every((name) => chat.permissions[name] === (wanted[name] === true))) throw bad('CHAT_NOT_MODIFIED')
    for (const name of names) chat.permissions[name] = wanted[name] === true
    return true
  },
  banChatMember(call) {
    const chat = groupWith(call, 'can_restrict_members', 'restrict/unrestrict chat member')
    const member = memberOf(call, chat)
    if (member.status === 'creator') throw bad("can't remove chat owner")
    if (member.status === 'administrator') throw bad('user is an administrator of the chat')
    member.status = chat.facts.type === 'supergroup' ? 'kicked' : 'left'
    return true
  },
  unbanChatMember(call) {
    const chat = supergroup(groupWith(call, 'can_restrict_members', 'restrict/unrestrict chat member'))
    const member = memberOf(call, chat)
    if (member.status === 'kicked') member.status = 'left'
    return true
  },
  promoteChatMember(call) {
    const chat = supergroup(groupWith(call, 'can_promote_members', 'promote/demote chat member'))
    const member = memberOf(call, chat)
    if (member.status === 'creator') throw bad("can't remove chat owner")
    if (!chat.members.isInside(member.user.id)) throw bad('USER_NOT_PARTICIPANT')
    if (member.status === 'administrator' && member.appointedBy !== call.bot.id) throw bad('CHAT_ADMIN_REQUIRED')
    const given = allRights.filter((right) => call.params[right] === true)
    const own = chat.members.find(call.bot.id)!.rights
    if (given.some((right) => !own.includes(right))) throw bad('RIGHT_FORBIDDEN')
    chat.members.set(member.user, given.length > 0 ? 'administrator' : 'member', given, call.bot.id)
    return true
  },
  exportChatInviteLink(call) {
    const chat = groupWith(call, 'can_invite_users', 'manage chat invite link')
    chat.inviteLink = `https://t.me/+${randomBytes(12).toString('base64url')}`
    return chat.inviteLink
  },
  leaveChat(call) {
    const chat = groupOf(call)
    chat.members.find(call.bot.id)!.status = 'left'
    return true
  },
}
