import { BlockCall, MediaKind } from '@recado/sdk'
import * as z from 'zod'
import {
  maxAttempts,
  maxBotSeconds,
  maxBranches,
  maxCommentLength,
  maxComments,
  maxConditions,
  maxEdges,
  maxGroups,
  maxHeaders,
  maxMappings,
  maxMediaBytes,
  maxNodes,
  maxOptions,
  maxParts,
  maxPatternLength,
  maxPollOption,
  maxPollOptions,
  maxPollQuestion,
  maxTextLength,
  maxTitleLength,
  maxValueLength,
  maxWaitMinutes,
} from './limits.ts'

/* A flow as data. The schema bounds size and types alone, so that a draft can be kept while it is being made; what it
   lacks before it can be published is said by `faultsOf`. Every field has a default: `{ kind, data: {} }` is a
   block. */

/** Id inside of a graph: of a node, an edge, an option. Unique among its kind. */
export const GraphId = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,29}$/, 'an id of letters, digits, - and _')
/** Name of a variable: `{{city}}` in texts. */
export const VariableName = z.string().regex(/^([A-Za-z]\w{0,39})?$/, 'a name of letters, digits and _')

const text = z.string().max(maxTextLength).default('')
const value = z.string().max(maxValueLength).default('')
const refersTo = z.uuid().nullable().default(null)
const attempts = z.int().min(1).max(maxAttempts).default(3)
/** Minutes until a block takes its way out without a reply; null waits as long as the flow's settings say. */
const silentMinutes = z.int().min(1).max(maxWaitMinutes).nullable().default(null)
const coordinate = z.number().min(-1_000_000).max(1_000_000)
const Position = z.object({ x: coordinate, y: coordinate }).strict()
const Size = z.object({ width: z.number().min(0).max(100_000), height: z.number().min(0).max(100_000) }).strict()

/** Who gets the conversation: people in general (of its queue, by its distribution), a queue, or a user. */
export const Destination = z
  .object({ to: z.enum(['people', 'queue', 'user']).default('people'), queueId: refersTo, userId: refersTo })
  .strict()
export type Destination = z.output<typeof Destination>
/** People in general. */
export const toPeople: Destination = { to: 'people', queueId: null, userId: null }

/** A piece of what a flow sends. Files were uploaded by `POST /media` before, which answers these facts of them. */
export const FlowPart = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text }).strict(),
  z
    .object({
      kind: z.literal('media'),
      as: MediaKind.default('document'),
      media: z.uuid().nullable().default(null),
      mime: z.string().max(255).default(''),
      name: z.string().max(255).default(''),
      bytes: z.int().min(0).max(maxMediaBytes).default(0),
      caption: z.string().max(1_024).default(''),
    })
    .strict(),
  z
    .object({
      kind: z.literal('location'),
      lat: z.number().min(-90).max(90).nullable().default(null),
      lng: z.number().min(-180).max(180).nullable().default(null),
      name: z.string().max(200).default(''),
      address: z.string().max(500).default(''),
    })
    .strict(),
  z
    .object({
      kind: z.literal('contact'),
      name: z.string().max(200).default(''),
      phone: z.string().max(40).default(''),
    })
    .strict(),
  /** Where the channel has no polls, the options go out as numbered text. Votes do not lead the flow on. */
  z
    .object({
      kind: z.literal('poll'),
      question: z.string().max(maxPollQuestion).default(''),
      options: z.array(z.string().max(maxPollOption)).max(maxPollOptions).default([]),
      several: z.boolean().default(false),
    })
    .strict(),
])
export type FlowPart = z.output<typeof FlowPart>

/** An answer that can be chosen. `keys`: other words that mean it, beside its number and its label. */
export const Option = z
  .object({
    id: GraphId,
    label: z.string().max(72).default(''),
    hint: z.string().max(72).default(''),
    keys: z.array(z.string().max(72)).max(20).default([]),
  })
  .strict()
export type Option = z.output<typeof Option>

/** What a free answer has to be. */
export const validations = ['any', 'email', 'number', 'date', 'cpf', 'cnpj', 'cpfCnpj', 'phone', 'pattern'] as const
/** `pattern` is a regular expression of RE2, for the whole answer; `min` and `max` are of numbers. */
export const Validation = z
  .object({
    kind: z.enum(validations).default('any'),
    pattern: z.string().max(maxPatternLength).default(''),
    min: z.number().nullable().default(null),
    max: z.number().nullable().default(null),
  })
  .strict()
export type Validation = z.output<typeof Validation>

/** Where an answer is kept: an attribute of the company, by its key. */
export const AttributeTarget = z
  .object({ of: z.enum(['contact', 'ticket']).default('contact'), key: z.string().max(60).default('') })
  .strict()
export type AttributeTarget = z.output<typeof AttributeTarget>

/** A condition that a plugin contributes; `negated` turns it round. */
export const FlowCondition = BlockCall.extend({ negated: z.boolean().default(false) }).strict()
/** As core has them. */
const TicketPriority = z.enum(['low', 'normal', 'high', 'urgent'])

export const comparisons = ['equals', 'contains', 'startsWith', 'filled', 'empty', 'greater', 'less'] as const
/** A question about a variable of the run; `value` may hold variables itself. */
export const VariableTest = z
  .object({
    variable: VariableName.default(''),
    is: z.enum(comparisons).default('equals'),
    value,
    negated: z.boolean().default(false),
  })
  .strict()
export type VariableTest = z.output<typeof VariableTest>

export const Branch = z
  .object({ id: GraphId, label: z.string().max(72).default(''), weight: z.int().min(0).max(1_000).default(1) })
  .strict()
export const httpMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
/** Value of the answer at `path` (`items.0.name`) that becomes a variable. */
export const Mapping = z.object({ path: z.string().max(200).default(''), variable: VariableName.default('') }).strict()

/** Data of a block, by its kind. */
export const blockData = {
  start: z.object({}).strict(),
  message: z.object({ parts: z.array(FlowPart).max(maxParts).default([]) }).strict(),
  /**
   * A template that the provider of the conversation's channel has approved: it goes out also where the contact has
   * been silent for too long. Elsewhere, and where it cannot be sent, the block fails.
   */
  template: z
    .object({
      /** Its name and its language, as the provider knows it. */
      template: z.string().max(512).default(''),
      language: z.string().max(20).default(''),
      /** What contacts read, as it was when the template was chosen, with `{{key}}` where a value stands. */
      text: z.string().max(10_000).default(''),
      /** By the template's own keys; values may hold variables of the flow. */
      values: z.record(z.string().max(200), value).default({}),
    })
    .strict(),
  menu: z
    .object({
      text,
      options: z.array(Option).max(maxOptions).default([]),
      /**
       * `auto`: buttons up to three, else a list; numbered text where the channel has neither. `none`: the text says
       * them.
       */
      display: z.enum(['auto', 'buttons', 'list', 'numbers', 'none']).default('auto'),
      variable: VariableName.default(''),
      attempts,
      invalidText: text,
      silentMinutes,
    })
    .strict(),
  question: z
    .object({
      text,
      validation: Validation.prefault({}),
      variable: VariableName.default(''),
      attribute: AttributeTarget.nullable().default(null),
      attempts,
      invalidText: text,
      silentMinutes,
    })
    .strict(),
  condition: z
    .object({
      match: z.enum(['all', 'any']).default('all'),
      conditions: z.array(FlowCondition).max(maxConditions).default([]),
      tests: z.array(VariableTest).max(maxConditions).default([]),
    })
    .strict(),
  /**
   * Of the conversation (its connection, queue and user), or of one queue. The variable gets when it opens next, or
   * closes where it is open, as customers read it.
   */
  hours: z.object({ queueId: refersTo, variable: VariableName.default('') }).strict(),
  wait: z
    .object({
      /**
       * `time`: so many minutes, whatever is written meanwhile; `reply`: until something is written, so long at most.
       */
      until: z.enum(['time', 'reply']).default('time'),
      minutes: z.int().min(1).max(maxWaitMinutes).default(1),
      variable: VariableName.default(''),
    })
    .strict(),
  split: z.object({ branches: z.array(Branch).max(maxBranches).default([]) }).strict(),
  variable: z.object({ variable: VariableName.default(''), value }).strict(),
  attribute: z.object({ attribute: AttributeTarget.prefault({}), value }).strict(),
  tag: z
    .object({ act: z.enum(['add', 'remove']).default('add'), tagIds: z.array(z.uuid()).max(20).default([]) })
    .strict(),
  priority: z.object({ priority: TicketPriority.default('high') }).strict(),
  action: z.object({ action: BlockCall.nullable().default(null) }).strict(),
  http: z
    .object({
      method: z.enum(httpMethods).default('GET'),
      url: z.string().max(2_000).default(''),
      headers: z
        .array(z.object({ name: z.string().max(100).default(''), value: z.string().max(2_000).default('') }).strict())
        .max(maxHeaders)
        .default([]),
      body: z.string().max(20_000).default(''),
      mapping: z.array(Mapping).max(maxMappings).default([]),
      /** Variable for the status of the answer. */
      statusVariable: VariableName.default(''),
    })
    .strict(),
  /** A language model reads `text` as it was told by `instructions`; what it answers becomes a variable. */
  ai: z
    .object({
      instructions: z.string().max(4_000).default(''),
      /** What it reads: variables are filled in here alone, because customers may have written them. */
      text: z.string().max(4_000).default('{{lastMessage}}'),
      variable: VariableName.default(''),
    })
    .strict(),
  /** A bot leads the conversation until it ends, fails or asks for people; then the flow goes on. */
  bot: z
    .object({
      /** Id of the plugin that speaks with it, of those that provide the service `bot`. */
      provider: z.string().max(60).default(''),
      /** How the provider names it. */
      bot: z.string().max(200).default(''),
      /** What it is told first; without it, it begins by itself. */
      text,
      /** Seconds until it is given up for one answer. */
      seconds: z.int().min(5).max(maxBotSeconds).default(60),
      /** Variables of the flow that the bot may fill in by the same names. */
      variables: z.array(VariableName.min(1)).max(maxMappings).default([]),
      silentMinutes,
    })
    .strict(),
  /** The next responder of the order has the conversation: a bot, where one stands there. */
  next: z.object({ note: z.string().max(200).default('') }).strict(),
  survey: z.object({ survey: z.string().max(100).default('') }).strict(),
  people: z.object({ destination: Destination.prefault({}), text, note: z.string().max(200).default('') }).strict(),
  flow: z.object({ flowId: refersTo }).strict(),
  close: z.object({ text, note: z.string().max(200).default('') }).strict(),
} as const
/** Kind of a block. */
export type BlockKind = keyof typeof blockData
export const blockKinds = Object.keys(blockData) as readonly BlockKind[]
/** Data of a block of this kind. */
export type BlockData<K extends BlockKind = BlockKind> = z.output<(typeof blockData)[K]>

/** The data is parsed by its kind, so that it has its defaults. */
const nodeOf = <const K extends BlockKind, D extends z.ZodObject>(kind: K, data: D) =>
  z
    .object({
      id: GraphId,
      kind: z.literal(kind),
      position: Position.default({ x: 0, y: 0 }),
      title: z.string().max(maxTitleLength).optional(),
      data: data.prefault({} as z.input<D>),
    })
    .strict()

/** A block at its place. */
export const FlowNode = z.discriminatedUnion('kind', [
  nodeOf('start', blockData.start),
  nodeOf('message', blockData.message),
  nodeOf('template', blockData.template),
  nodeOf('menu', blockData.menu),
  nodeOf('question', blockData.question),
  nodeOf('condition', blockData.condition),
  nodeOf('hours', blockData.hours),
  nodeOf('wait', blockData.wait),
  nodeOf('split', blockData.split),
  nodeOf('variable', blockData.variable),
  nodeOf('attribute', blockData.attribute),
  nodeOf('tag', blockData.tag),
  nodeOf('priority', blockData.priority),
  nodeOf('action', blockData.action),
  nodeOf('http', blockData.http),
  nodeOf('ai', blockData.ai),
  nodeOf('bot', blockData.bot),
  nodeOf('next', blockData.next),
  nodeOf('survey', blockData.survey),
  nodeOf('people', blockData.people),
  nodeOf('flow', blockData.flow),
  nodeOf('close', blockData.close),
])
export type FlowNode = z.output<typeof FlowNode>
/** A block of one kind at its place. */
export type NodeOf<K extends BlockKind> = Extract<FlowNode, { kind: K }>

/** From an outlet of a node to another node. */
export const FlowEdge = z
  .object({ id: GraphId, from: GraphId, outlet: z.string().min(1).max(60), to: GraphId })
  .strict()
export type FlowEdge = z.output<typeof FlowEdge>

/** What a customer may write at any time, and what becomes of who does not answer. */
export const FlowSettings = z
  .object({
    /** Any of these words as the whole message leaves the conversation to people. */
    humanKeywords: z.array(z.string().trim().min(1).max(60)).max(20).default([]),
    human: Destination.prefault({}),
    /** Any of these words begins the flow again. */
    restartKeywords: z.array(z.string().trim().min(1).max(60)).max(20).default([]),
    /** Who gets a conversation whose contact did not choose as often as a block allows. */
    attempts: Destination.prefault({}),
    /** Minutes without a reply, and what happens then where the block has no way out for it. */
    silentMinutes: z.int().min(1).max(maxWaitMinutes).default(60),
    silence: z.enum(['people', 'close']).default('people'),
    silent: Destination.prefault({}),
  })
  .strict()
export type FlowSettings = z.output<typeof FlowSettings>

export const FlowComment = z
  .object({
    id: GraphId,
    position: Position,
    size: Size.default({ width: 240, height: 120 }),
    text: z.string().max(maxCommentLength).default(''),
  })
  .strict()
/** Nodes that are moved and named together; nothing depends on it. */
export const FlowGroup = z
  .object({
    id: GraphId,
    title: z.string().max(maxTitleLength).default(''),
    position: Position,
    size: Size,
    nodes: z.array(GraphId).max(maxNodes).default([]),
  })
  .strict()

/** A whole flow. */
export const Graph = z
  .object({
    nodes: z.array(FlowNode).max(maxNodes).default([]),
    edges: z.array(FlowEdge).max(maxEdges).default([]),
    comments: z.array(FlowComment).max(maxComments).default([]),
    groups: z.array(FlowGroup).max(maxGroups).default([]),
    settings: FlowSettings.prefault({}),
  })
  .strict()
export type Graph = z.output<typeof Graph>

/** A block of this kind with nothing filled in. */
export const emptyData = <K extends BlockKind>(kind: K): BlockData<K> => blockData[kind].parse({}) as BlockData<K>

/** A flow with its beginning alone. */
export const emptyGraph = (): Graph => Graph.parse({ nodes: [{ id: 'start', kind: 'start' }] })
