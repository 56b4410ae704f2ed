import { BlockCall, BotAnswer, BotMessage, BotQuestion } from '@recado/sdk'
import * as z from 'zod'
import { Destination, FlowCondition, FlowPart, GraphId, httpMethods } from '../graph/graph.ts'

/* What a run remembers, what happens to it, and what it wants done: plain data, kept in the database and played
   again. */

const Count = z.int().min(0)

/** What a bot says, asks, to whom it hands over, and what it found out. */
export const BotTurn = BotAnswer.pick({ says: true, asks: true, hands: true }).extend({
  variables: BotAnswer.shape.variables.optional(),
})
export type BotTurn = z.output<typeof BotTurn>

/** Where a run is. `wait` names what it waits for: a timer or an answer of another one is not for it. */
export const RunState = z.object({
  /**
   * `reply`: of the contact; `timer`: a time alone; `pause`: of a bot, which has more to say; `answer`: of something
   * that was asked; `over`.
   */
  phase: z.enum(['reply', 'timer', 'pause', 'answer', 'over']),
  node: GraphId.nullable(),
  /** Grows with every event: names timers, questions and effects. */
  step: Count,
  /** Step whose effects it waits for. */
  wait: Count,
  /** When the wait ends, in milliseconds since 1970; null for never. */
  until: z.number().nullable(),
  /** Invalid answers to the block it is at, in a row. */
  attempts: Count,
  /** How often each block was entered. */
  visits: z.record(z.string(), Count),
  /** Turns since the contact last wrote: a flow does not talk to itself. */
  quiet: Count,
  /** Flows that it went to since the contact last wrote. */
  jumps: Count,
  variables: z.record(z.string(), z.string()),
  /** The next random number comes from it. */
  seed: z.int(),
  /** It went on by an outlet of exhausted attempts and nothing was chosen since. */
  isExhausted: z.boolean(),
  /**
   * The bot that leads the conversation: whether it knows it yet, what it asked last, and what is left of its answer
   * after a pause. Absent without one.
   */
  bot: z.object({ isBegun: z.boolean(), question: BotQuestion.nullable(), rest: BotTurn.optional() }).optional(),
  /** The message with files that the flow began with, until the contact writes again: the first bot gets them. */
  firstFiles: z.uuid().optional(),
})
export type RunState = z.output<typeof RunState>

/** What the contact wrote. `choice` is the id of a button or a row that was pressed. */
export const Said = z.object({
  text: z.string().max(65_536),
  choice: z.string().max(200).nullable().default(null),
  hasFile: z.boolean().default(false),
  /** The message, where it has files: a bot gets them. */
  message: z.uuid().optional(),
})
export type Said = z.output<typeof Said>

/** Answer to an `ask` of an effect. */
export const AskAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('conditions'), holds: z.array(z.boolean()) }).strict(),
  /** `changes`: when it opens or closes next, in words; only where it was asked for and is known. */
  z.object({ kind: z.literal('hours'), isOpen: z.boolean(), changes: z.string().optional() }).strict(),
  z.object({ kind: z.literal('http'), ok: z.boolean(), status: z.int(), body: z.unknown() }).strict(),
  z.object({ kind: z.literal('model'), ok: z.boolean(), text: z.string() }).strict(),
  /** null: it failed, or nobody speaks with such bots. */
  z.object({ kind: z.literal('bot'), answer: BotTurn.nullable() }).strict(),
  z.object({ kind: z.literal('act'), ok: z.boolean() }).strict(),
])
export type AskAnswer = z.output<typeof AskAnswer>

/** Something that happens to a run. `at`: when, in milliseconds since 1970. */
export const RunEvent = z.discriminatedUnion('kind', [
  /**
   * It begins; `said` is what the contact wrote, if anything. `seed` decides what is random in it. From another flow it
   * has variables, and how many flows it went to since the contact last wrote.
   */
  z
    .object({
      kind: z.literal('begin'),
      at: z.number(),
      said: Said.nullable(),
      seed: z.int(),
      variables: z.record(z.string(), z.string()).default({}),
      jumps: Count.default(0),
    })
    .strict(),
  z.object({ kind: z.literal('said'), at: z.number(), said: Said }).strict(),
  /** A time that an effect asked for has come; of an earlier wait it changes nothing. */
  z.object({ kind: z.literal('timer'), at: z.number(), wait: Count }).strict(),
  z.object({ kind: z.literal('answer'), at: z.number(), wait: Count, answer: AskAnswer }).strict(),
])
export type RunEvent = z.output<typeof RunEvent>

/** Values for the variables of texts, as they are at an event: of the conversation and its contact. */
export const RunFacts = z.record(z.string(), z.string())
export type RunFacts = z.output<typeof RunFacts>

/** Something asked or done outside, whose answer comes as an event. */
export const Ask = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('conditions'), conditions: z.array(FlowCondition) }),
  z.object({ kind: z.literal('hours'), queueId: z.uuid().nullable(), tellsChange: z.literal(true).optional() }),
  z.object({
    kind: z.literal('http'),
    method: z.enum(httpMethods),
    url: z.string(),
    headers: z.array(z.object({ name: z.string(), value: z.string() })),
    body: z.string(),
  }),
  z.object({ kind: z.literal('model'), instructions: z.string(), text: z.string() }),
  /** Asked once, whatever happens: a bot that is told something again takes it for another turn. */
  z.object({
    kind: z.literal('bot'),
    provider: z.string(),
    bot: z.string(),
    begins: z.boolean(),
    message: BotMessage.nullable(),
    /** The contact's message whose files go with it. */
    filesOf: z.uuid().optional(),
    variables: z.record(z.string(), z.string()),
    seconds: z.int(),
  }),
  z.object({ kind: z.literal('attribute'), of: z.enum(['contact', 'ticket']), key: z.string(), value: z.string() }),
  z.object({ kind: z.literal('tag'), act: z.enum(['add', 'remove']), tagIds: z.array(z.uuid()) }),
  z.object({ kind: z.literal('priority'), priority: z.enum(['low', 'normal', 'high', 'urgent']) }),
  z.object({ kind: z.literal('action'), action: BlockCall }),
  z.object({ kind: z.literal('survey'), survey: z.string() }),
  /** `text` is what contacts read, with `{{key}}` where a value stands. */
  z.object({
    kind: z.literal('template'),
    template: z.string(),
    language: z.string(),
    text: z.string(),
    values: z.record(z.string(), z.string()),
  }),
])
export type Ask = z.output<typeof Ask>

/** Choices that are sent with a text, as buttons or as a list. */
export const SentMenu = z.object({
  kind: z.literal('menu'),
  text: z.string(),
  display: z.enum(['buttons', 'list', 'numbers', 'none']),
  /** `id` is the `choice` of who presses it. */
  options: z.array(z.object({ id: z.string(), label: z.string(), hint: z.string() })),
})
export type SentMenu = z.output<typeof SentMenu>

/** Pieces of what a bot says: a text, a file at an address, options under a text. */
export const BotPart = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('botText'), text: z.string(), format: z.enum(['plain', 'markdown']) }),
  z.object({
    kind: z.literal('botFile'),
    url: z.string(),
    as: z.enum(['image', 'video', 'audio', 'document']),
  }),
  z.object({ kind: z.literal('botOptions'), text: z.string(), question: BotQuestion }),
])
export type BotPart = z.output<typeof BotPart>

/** What becomes of the conversation at the end of a turn. */
export const Outcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('keep'), until: z.number() }),
  z.object({ kind: z.literal('people'), destination: Destination, isExhausted: z.boolean(), note: z.string() }),
  z.object({ kind: z.literal('pass'), note: z.string() }),
  z.object({ kind: z.literal('close'), note: z.string() }),
  /** Another flow takes over, with these variables. */
  z.object({ kind: z.literal('flow'), flowId: z.uuid() }),
])
export type Outcome = z.output<typeof Outcome>

/** Something that a run wants done, in this order. A turn ends with an `ask` or an `end`. */
export const Effect = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('send'), nodeId: GraphId, parts: z.array(z.union([FlowPart, SentMenu, BotPart])) }),
  /** An edge that was taken, for the figures. */
  z.object({ kind: z.literal('took'), edgeId: GraphId, nodeId: GraphId }),
  z.object({ kind: z.literal('ask'), nodeId: GraphId, wait: Count, ask: Ask }),
  /** The bot of a block has nothing to do with the conversation any more. */
  z.object({ kind: z.literal('botOver') }),
  /** A timer at this time, instead of an earlier one; null ends it. */
  z.object({ kind: z.literal('timer'), wait: Count, at: z.number().nullable() }),
  z.object({ kind: z.literal('end'), nodeId: GraphId.nullable(), outcome: Outcome }),
])
export type Effect = z.output<typeof Effect>

/** One event with what it led to. */
export interface Turn {
  readonly state: RunState
  readonly effects: readonly Effect[]
}
