import * as z from 'zod'
import { TableChoice } from '../table/table-choice.ts'

/** What an import does, one after the other. */
export const stages = [
  'prepare',
  'queue',
  'tag',
  'user',
  'quickMessage',
  'contact',
  'ticket',
  'message',
  'quote',
  'file',
  'settle',
] as const
/** One of {@link stages}. */
export type Stage = (typeof stages)[number]

const kinds = ['queue', 'tag', 'user', 'quickMessage', 'contact', 'ticket', 'message', 'file'] as const
const PerKind = z.partialRecord(z.enum(kinds), z.number())

/** Why something was left out, or is not as it was. */
export const problems = [
  'nameMissing',
  'numberInvalid',
  'groupLeftOut',
  'connectionLeftOut',
  'dateInvalid',
  'textCut',
  'limitReached',
  'twoContacts',
  'contactUnknown',
  'ticketUnknown',
  'connectionUnknown',
  'changedByOther',
  'changedByThis',
  'fileMissing',
  'fileRefused',
  'fileUnreached',
  'emailInvalid',
  'emailTaken',
  'textMissing',
  'keyTaken',
  'keyInvalid',
  'ownerUnknown',
  'fileLeftOut',
  'quickMessagesOff',
] as const
/** One of {@link problems}. */
export type Problem = (typeof problems)[number]

export const Profile = z.enum(['user', 'super', 'admin'])
/** What a user is here. */
export type Profile = z.output<typeof Profile>

/** What an administrator decides before the import. Keys are ids of the source; what is not named is left out. */
export const Mapping = z.object({
  /** Company of the source, where it holds several. */
  company: z.string().max(100).nullable().default(null),
  connections: z.record(z.string().max(100), z.uuid()).default({}),
  users: z.record(z.string().max(100), z.uuid()).default({}),
  /** Users who come along, as people who can be invited, and what each of them is here. */
  invites: z.record(z.string().max(100), Profile).default({}),
  /** What is read, where it is no table. */
  from: z.enum(['database', 'chatwoot']).default('database'),
  /** The table, where it is one that was uploaded. */
  table: TableChoice.nullable().default(null),
  /** Conversations that are open in the source stay so; otherwise all of them come as closed. */
  keepOpen: z.boolean().default(false),
  /** The files of the messages come along; otherwise their names alone. */
  files: z.boolean().default(false),
  /** The old system is followed after the import, until that is switched off; tables cannot be. */
  follow: z.boolean().default(false),
})
/** See {@link Mapping}. */
export type Mapping = z.output<typeof Mapping>

const Count = z.object({ made: z.number(), changed: z.number(), known: z.number() })

export const Run = z.object({
  id: z.uuid(),
  isRehearsal: z.boolean(),
  state: z.enum(['running', 'done', 'failed', 'cancelled', 'undoing', 'undone', 'following']),
  system: z.string(),
  mapping: Mapping,
  stage: z.enum(stages),
  totals: PerKind,
  /** Rows of the source that were dealt with. */
  read: PerKind,
  counts: z.partialRecord(z.enum(kinds), Count),
  problems: z.partialRecord(z.enum(problems), z.number()),
  removed: z.number(),
  kept: z.number(),
  error: z.string().nullable(),
  /** Of one that follows or followed: everything until then is here. */
  caughtUpAt: z.string().nullable(),
  /** Why the last pass did not come to its end, where it is tried again; what has changed, where it is not. */
  followError: z.string().nullable(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
})
/** An import, as it stands. */
export type Run = z.output<typeof Run>

export const Fault = z.object({ kind: z.string(), ref: z.string(), problem: z.enum(problems) })
/** One row of the source that was left out or changed. */
export type Fault = z.output<typeof Fault>
