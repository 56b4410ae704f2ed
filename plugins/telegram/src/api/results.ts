import type { PollTally } from '@recado/sdk'
import * as z from 'zod'

/* The used parts of the Bot API's answers; all others are ignored. */

export const Me = z.object({
  id: z.int(),
  username: z.string().optional(),
  first_name: z.string().optional(),
  can_read_all_group_messages: z.boolean().optional(),
})
export const WebhookInfo = z.object({
  url: z.string(),
  pending_update_count: z.int().optional(),
  last_error_date: z.int().optional(),
  last_error_message: z.string().optional(),
})
const name = z.string().optional()
/** A chat as `getChat` tells it. `photo` is missing where nobody may see it. */
export const ChatFacts = z.object({
  title: name,
  first_name: name,
  last_name: name,
  photo: z.object({ big_file_id: z.string() }).optional(),
})
export const SentMessage = z.object({
  message_id: z.int(),
  date: z.int(),
  chat: z.object({ id: z.int() }),
  poll: z.object({ id: z.string() }).optional(),
})
export const SentMessages = z.union([SentMessage.transform((message) => [message]), z.array(SentMessage).min(1)])
export const RemoteFile = z.object({ file_path: z.string().optional(), file_size: z.number().optional() })
export const Updates = z.array(z.looseObject({ update_id: z.int() }))
/** How a poll of the bot stands. */
export const PollState = z.object({
  id: z.string().min(1).max(200),
  options: z.array(z.object({ voter_count: z.int().nonnegative() })),
  total_voter_count: z.int().nonnegative(),
  is_closed: z.boolean().optional(),
})
/** People by option, and how many have voted at all. */
export const tallyOf = ({ options, total_voter_count: voters }: z.output<typeof PollState>): PollTally => ({
  counts: options.map(({ voter_count: count }) => count),
  voters,
})
/** `true`, or the changed message. */
export const Done = z.unknown()
