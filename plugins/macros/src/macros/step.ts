import { BlockCall, id, type QueueId, type TagId, type UserId } from '@recado/sdk'
import * as z from 'zod'
import { maxTextLength, snoozeMinutes } from './limits.ts'

/** One step of a macro. */
export const Step = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('reply'), text: z.string().trim().min(1).max(maxTextLength) }).strict(),
  z.object({ kind: z.literal('note'), text: z.string().trim().min(1).max(maxTextLength) }).strict(),
  z.object({ kind: z.literal('addTag'), tagId: id<TagId>() }).strict(),
  z.object({ kind: z.literal('removeTag'), tagId: id<TagId>() }).strict(),
  z.object({ kind: z.literal('priority'), priority: z.enum(['low', 'normal', 'high', 'urgent']) }).strict(),
  z.object({ kind: z.literal('snooze'), minutes: z.literal(snoozeMinutes).nullable() }).strict(),
  z.object({ kind: z.literal('toQueue'), queueId: id<QueueId>() }).strict(),
  z.object({ kind: z.literal('toUser'), userId: id<UserId>() }).strict(),
  z.object({ kind: z.literal('return') }).strict(),
  z.object({ kind: z.literal('resolve'), withoutFarewell: z.boolean().default(false) }).strict(),
  // An action of another plugin.
  BlockCall.extend({ kind: z.literal('action') }).strict(),
])
export type Step = z.output<typeof Step>
export type StepKind = Step['kind']
/** Kinds of steps that macros run themselves. */
export type OwnKind = Exclude<StepKind, 'action'>
