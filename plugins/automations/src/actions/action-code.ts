import type { ActionCode } from '@recado/sdk'
import type { actions } from './actions.ts'
import { writeAttribute } from './attribute.ts'
import { close, putOff } from './ending.ts'
import { setPriority } from './priority.ts'
import { sendReply } from './reply.ts'
import { putTags, takeTags } from './tags.ts'
import { callWebhook } from './webhook.ts'
import { giveBack, handToQueue, handToUser } from './transfer.ts'

/** Code of each of `actions`. */
export const actionCode = {
  reply: sendReply,
  addTags: putTags,
  removeTags: takeTags,
  priority: setPriority,
  toQueue: handToQueue,
  toUser: handToUser,
  unassign: giveBack,
  snooze: putOff,
  resolve: close,
  ticketAttribute: writeAttribute('ticket'),
  contactAttribute: writeAttribute('contact'),
  webhook: callWebhook,
} satisfies { readonly [Name in keyof typeof actions]: ActionCode<(typeof actions)[Name]['input']> }
