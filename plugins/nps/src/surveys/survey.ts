import { conversationText, id, type ConnectionId, type QueueId } from '@recado/sdk'
import * as z from 'zod'
import { defaultScale, surveyKinds } from '../survey/kind.ts'
import {
  defaultTimeoutMinutes,
  maxNameLength,
  maxPlaces,
  maxRestDays,
  maxTextLength,
  maxTimeoutMinutes,
} from './limits.ts'

const text = conversationText(maxTextLength)

/**
 * A survey as an administrator writes it (S3-041): what is asked, when it ends, and whom. Without queues and
 * connections it is for all of them.
 */
export const SurveyDraft = z
  .object({
    name: z.string().trim().min(1).max(maxNameLength),
    kind: z.enum(surveyKinds),
    enabled: z.boolean(),
    scale: z.int().min(1).max(defaultScale).default(defaultScale),
    timeoutMinutes: z.int().min(1).max(maxTimeoutMinutes).default(defaultTimeoutMinutes),
    requestMessage: text,
    thanksMessage: text,
    invalidMessage: text,
    timeoutMessage: text,
    /** Asks for a comment after the grade; null asks for none. */
    commentMessage: text.nullable().default(null),
    queueIds: z.array(id<QueueId>()).max(maxPlaces).default([]),
    connectionIds: z.array(id<ConnectionId>()).max(maxPlaces).default([]),
    /** A contact is asked at most once in so many days, by whatever survey; 0 asks every time. */
    restDays: z.int().min(0).max(maxRestDays).default(0),
    /** Asks also after tickets that nobody of the company had, such as those that a bot closed. */
    withoutPerson: z.boolean().default(false),
  })
  .strict()
export type SurveyDraft = z.output<typeof SurveyDraft>

export const Survey = SurveyDraft.extend({
  id: z.uuid(),
  /** How often it has been asked. */
  asked: z.int(),
})
export type Survey = z.output<typeof Survey>
