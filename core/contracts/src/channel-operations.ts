import * as z from 'zod'

const Id = z.string().min(1).max(200)

/**
 * Somebody in a group. `id` is the provider's, by which they are named to the operations; `phone` holds the digits of
 * their number with its country code, where the provider tells it. `isSelf` is the connection's own account.
 */
export const GroupMember = z
  .object({
    id: Id,
    name: z.string().nullable(),
    phone: z.string().nullable(),
    role: z.enum(['member', 'admin', 'owner']),
    isSelf: z.boolean(),
  })
  .readonly()
/** A member as {@link GroupMember} reads it. */
export type GroupMember = z.output<typeof GroupMember>

/** What became of each person of a call: `refused` carries the provider's own code, and why where that is known. */
export const GroupMemberOutcome = z
  .object({
    id: Id,
    outcome: z.enum(['done', 'privacy', 'alreadyThere', 'notThere', 'full', 'refused']),
    code: z.string().nullable(),
  })
  .readonly()
/** One outcome of a call about several people. */
export type GroupMemberOutcome = z.output<typeof GroupMemberOutcome>

/** What can be done with people of a group. */
export const GroupMemberAct = z.enum(['add', 'remove', 'promote', 'demote'])
/** One act of {@link GroupMemberAct}. */
export type GroupMemberAct = z.output<typeof GroupMemberAct>

/** Rules of a group that can be switched, by the names that {@link ChannelGroup} has for them. */
export const GroupRule = z.enum(['onlyAdminsWrite', 'onlyAdminsChange', 'approvesJoining'])
/** One rule of {@link GroupRule}. */
export type GroupRule = z.output<typeof GroupRule>

const maxDescription = 2_048

/**
 * A group as its provider describes it to a member. What a channel that was made for contract 1.12 does not say is as
 * on a channel that lists all members and can do everything.
 */
export const ChannelGroup = z
  .object({
    chat: Id,
    name: z.string(),
    description: z.string().nullable(),
    /** Characters that a description may have. */
    maxDescription: z.int().positive().max(maxDescription).default(maxDescription),
    /** Only administrators may write. */
    onlyAdminsWrite: z.boolean(),
    /** Only administrators may change name, picture and description. */
    onlyAdminsChange: z.boolean(),
    /** Who follows the invitation waits until an administrator lets them in. */
    approvesJoining: z.boolean(),
    /** The rules that can be changed. */
    rules: z.array(GroupRule).readonly().default(GroupRule.options),
    members: z.array(GroupMember).readonly(),
    /** How many members there are, where the provider does not list all of them; null where `members` is complete. */
    total: z.int().nonnegative().nullable().default(null),
    memberActs: z.array(GroupMemberAct).readonly().default(GroupMemberAct.options),
  })
  .readonly()
/** A group as {@link ChannelGroup} reads it. */
export type ChannelGroup = z.output<typeof ChannelGroup>

/** Somebody who asks to be let in. */
export const GroupRequest = z
  .object({ id: Id, phone: z.string().nullable(), at: z.iso.datetime().nullable() })
  .readonly()
/** A request as {@link GroupRequest} reads it. */
export type GroupRequest = z.output<typeof GroupRequest>

const Nothing = z.object({})
const Chat = z.object({ chat: Id })
/** Ids, or digits of phone numbers with their country codes. */
const People = z.array(Id).min(1).max(1_023).readonly()
const Outcomes = z.object({ people: z.array(GroupMemberOutcome).readonly() })

/**
 * Facts of a session by their names, in camel case: versions, counts, states, codes of failures. At most sixty, texts
 * of at most 200 characters.
 */
export const SessionFacts = z
  .record(
    z.string().regex(/^[a-z][A-Za-z0-9]{0,39}$/),
    z.union([z.string().max(200), z.number(), z.boolean(), z.null()]),
  )
  .refine((facts) => Object.keys(facts).length <= 60)
/** Facts of a session by their names: see the schema of the same name. */
export type SessionFacts = z.infer<typeof SessionFacts>

/**
 * What a session can do at its provider beside conversations, by name. The part before the point is the set, by which a
 * plugin declares that it uses them.
 */
export const channelOperations = {
  /** Makes a group with these people (phone numbers) and the connection's account, which owns it. */
  'groups.create': {
    input: z.object({ name: z.string().min(1).max(100), people: People }),
    output: z.object({ chat: Id, people: z.array(GroupMemberOutcome).readonly() }),
  },
  'groups.read': { input: Chat, output: ChannelGroup },
  /** Changes what is named. A `picture` is an id of a stored file; null removes it. */
  'groups.change': {
    input: Chat.extend({
      name: z.string().min(1).max(100).optional(),
      description: z.string().max(maxDescription).optional(),
      picture: Id.nullable().optional(),
      onlyAdminsWrite: z.boolean().optional(),
      onlyAdminsChange: z.boolean().optional(),
      approvesJoining: z.boolean().optional(),
    }),
    output: Nothing,
  },
  /** Adds people, removes them, or makes them administrators or plain members. */
  'groups.members': {
    input: Chat.extend({ act: GroupMemberAct, people: People }),
    output: Outcomes,
  },
  /** The address by which people join; `renew` makes the one before invalid. */
  'groups.invitation': { input: Chat.extend({ renew: z.boolean() }), output: z.object({ url: z.url() }) },
  /** Who asks to be let in. */
  'groups.requests': { input: Chat, output: z.object({ requests: z.array(GroupRequest).readonly() }) },
  'groups.decide': {
    input: Chat.extend({ decision: z.enum(['approve', 'reject']), people: People }),
    output: Outcomes,
  },
  /** The connection's account leaves the group; what was said stays. */
  'groups.leave': { input: Chat, output: Nothing },
  /**
   * Asks for messages of a conversation that are older than `oldest`, at most `count`, from where the provider or a
   * phone keeps them. The session hands them to `emit` with `origin: 'history'` before it answers; `found` is their
   * count. `NO_ANSWER`, certain, of kind `network`, where the phone is silent; what it says later is passed over.
   */
  'history.older': {
    input: Chat.extend({
      oldest: z.object({ id: z.string().min(1).max(500), at: z.iso.datetime(), own: z.boolean() }),
      count: z.int().min(1).max(200),
    }),
    output: z.object({ found: z.int().nonnegative() }),
  },
  /**
   * What the session knows of its line, for the report that administrators send when a channel does not work. Never
   * keys, contents, addresses, or anything by which people are known. Asked of a session that is not open too.
   */
  'session.diagnose': { input: z.object({}), output: z.object({ facts: SessionFacts }), evenClosed: true },
} as const satisfies Record<
  string,
  {
    readonly input: z.ZodObject
    readonly output: z.ZodType
    /** Whether it is asked of a session whose line is down as well. */
    readonly evenClosed?: boolean
  }
>

/** Name of an operation of {@link channelOperations}. */
export type ChannelOperation = keyof typeof channelOperations
/** Schema of the name of an operation. */
export const ChannelOperation = z.enum(Object.keys(channelOperations) as [ChannelOperation, ...ChannelOperation[]])
/** What an operation is given, once it is checked. */
export type OperationInput<O extends ChannelOperation> = z.output<(typeof channelOperations)[O]['input']>
/** What an operation answers. */
export type OperationOutput<O extends ChannelOperation> = z.output<(typeof channelOperations)[O]['output']>
/** The same as a session says it: what has a default may be left out. */
export type OperationAnswer<O extends ChannelOperation> = z.input<(typeof channelOperations)[O]['output']>

/** Operations as the code of a session: called one at a time or together, each ends with its signal. */
export type ChannelOperations = {
  readonly [O in ChannelOperation]: (input: OperationInput<O>, signal: AbortSignal) => Promise<OperationAnswer<O>>
}
