import { contactAttribute, ticketAttribute } from './attribute.ts'
import { resolve, snooze } from './ending.ts'
import { priority } from './priority.ts'
import { reply } from './reply.ts'
import { addTags, removeTags } from './tags.ts'
import { webhook } from './webhook.ts'
import { toQueue, toUser, unassign } from './transfer.ts'

/** Actions of rules on a conversation. */
export const actions = {
  reply,
  addTags,
  removeTags,
  priority,
  toQueue,
  toUser,
  unassign,
  snooze,
  resolve,
  ticketAttribute,
  contactAttribute,
  webhook,
}
