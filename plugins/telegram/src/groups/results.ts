import * as z from 'zod'

/* What the Bot API tells of groups, as far as it is used; all else is ignored. */

const yes = z.boolean().default(false)

/** What members without a rank may do. Telegram leaves out what is not allowed. */
export const Permissions = z.object({
  can_send_messages: yes,
  can_send_audios: yes,
  can_send_documents: yes,
  can_send_photos: yes,
  can_send_videos: yes,
  can_send_video_notes: yes,
  can_send_voice_notes: yes,
  can_send_polls: yes,
  can_send_other_messages: yes,
  can_add_web_page_previews: yes,
  can_change_info: yes,
  can_invite_users: yes,
  can_pin_messages: yes,
  can_manage_topics: yes,
})
export type Permissions = z.output<typeof Permissions>

/** Rights that an administrator can have and pass on. */
export const rights = [
  'can_manage_chat',
  'can_delete_messages',
  'can_manage_video_chats',
  'can_restrict_members',
  'can_change_info',
  'can_invite_users',
  'can_pin_messages',
  'can_manage_topics',
] as const
export type Right = (typeof rights)[number]

export const GroupFacts = z.object({
  id: z.int(),
  type: z.enum(['group', 'supergroup']),
  title: z.string(),
  description: z.string().optional(),
  invite_link: z.url().optional(),
  join_by_request: yes,
  permissions: Permissions.default(() => Permissions.parse({})),
})
export type GroupFacts = z.output<typeof GroupFacts>

export const Member = z.looseObject({
  status: z.enum(['creator', 'administrator', 'member', 'restricted', 'left', 'kicked']),
  is_member: z.boolean().optional(),
  /** Of an administrator: whether this bot may change or take the rank, which it may where it gave it. */
  can_be_edited: z.boolean().optional(),
  user: z.object({
    id: z.int(),
    first_name: z.string().optional(),
    last_name: z.string().optional(),
    username: z.string().optional(),
  }),
})
export type Member = z.output<typeof Member>
export const Members = z.array(Member)
export const Count = z.int().nonnegative()
export const Link = z.url()
