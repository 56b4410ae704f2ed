import * as z from 'zod'
import { TemplatePart } from './content.ts'
import { OpeningsAnswer, OpeningsQuery } from './openings.ts'
import { id, type ConnectionId, type MediaId, type QueueId, type TicketId, type UserId } from './ids.ts'
import { SurveyGrade } from './survey-grades.ts'

/* Services of plugins for plugins. The SDK owns the kinds and their methods; a plugin that declares a kind in
   `provides` implements all of it, and any plugin calls it by `core.services`. Input and output are checked on both
   ways, and are plain data. */

const instant = z.iso.datetime({ offset: true })

/**
 * A method of a kind. `limitMs`: longest run, in milliseconds. With `pieces` its code tells pieces of its answer while
 * it runs, of `longest` characters together at most, none of them later than `quietMs` after the one before.
 */
export interface ServiceMethod {
  readonly input: z.ZodType
  readonly output: z.ZodType
  readonly limitMs: number
  readonly pieces?: { readonly longest: number; readonly quietMs: number }
}

/** Whose opening hours: the most specific that has some decides. None of them means the company's. */
export const HoursSubject = z
  .object({
    userId: id<UserId>().optional(),
    queueId: id<QueueId>().optional(),
    connectionId: id<ConnectionId>().optional(),
  })
  .strict()
export type HoursSubject = z.infer<typeof HoursSubject>

/**
 * Opening hours at an instant. `because`: what decides, as a short text in the company's language; null where nothing
 * does, which means open. `message`: for customers while it is closed. `changesAt`: when it opens, or closes, next;
 * null for not within a year.
 */
export const HoursAnswer = z.object({
  open: z.boolean(),
  because: z.string().nullable(),
  message: z.string().nullable(),
  changesAt: instant.nullable(),
})
export type HoursAnswer = z.infer<typeof HoursAnswer>

/**
 * What a contact says to a bot. `choice`: id of the option taken. `files`: addresses that anybody who has them can
 * read.
 */
export const BotMessage = z
  .object({
    text: z.string().max(20_000).default(''),
    choice: z.string().max(200).optional(),
    files: z.array(z.url().max(4_000)).max(10).default([]),
  })
  .strict()
export type BotMessage = z.infer<typeof BotMessage>

/** One thing that a bot says. `wait`: seconds before the next one. */
export const BotSaying = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('text'),
    text: z.string().min(1).max(20_000),
    format: z.enum(['plain', 'markdown']).default('plain'),
  }),
  z.object({
    kind: z.literal('file'),
    url: z.url({ protocol: /^https?$/ }).max(4_000),
    media: z.enum(['image', 'video', 'audio', 'document']),
  }),
  z.object({ kind: z.literal('wait'), seconds: z.number().min(0).max(30) }),
])
export type BotSaying = z.infer<typeof BotSaying>

/** What a bot waits for. `many`: several options may be taken. */
export const BotQuestion = z.object({
  kind: z.enum(['text', 'number', 'email', 'url', 'date', 'time', 'phone', 'choice', 'rating', 'file', 'payment']),
  options: z
    .array(
      z.object({
        id: z.string().min(1).max(200),
        title: z.string().min(1).max(1_000),
        description: z.string().max(1_000).default(''),
      }),
    )
    .max(100)
    .default([]),
  many: z.boolean().default(false),
})
export type BotQuestion = z.infer<typeof BotQuestion>

/** Variables of one answer of a bot. */
const mostBotVariables = 50
/** Facts by name: those that a bot begins with, and those that it found out. */
const botVariables = z.record(z.string().max(60), z.string().max(2_000))

/**
 * What a bot answers. `session`: how the bot knows the conversation from now on; null for as before. Without `asks` and
 * `hands` its part is over, and the next responder has the ticket. `note` is for colleagues. `variables`: what the bot
 * found out, by name, for who asked it.
 */
export const BotAnswer = z.object({
  session: z.string().min(1).max(2_000).nullable().default(null),
  says: z.array(BotSaying).max(50).default([]),
  asks: BotQuestion.nullable().default(null),
  hands: z
    .discriminatedUnion('to', [
      z.object({
        to: z.literal('people'),
        queueId: id<QueueId>().optional(),
        userId: id<UserId>().optional(),
      }),
      z.object({ to: z.literal('close') }),
    ])
    .nullable()
    .default(null),
  note: z.string().max(200).nullable().default(null),
  variables: botVariables
    .refine((found) => Object.keys(found).length <= mostBotVariables, `at most ${mostBotVariables} variables`)
    .default({}),
})
export type BotAnswer = z.infer<typeof BotAnswer>

const bot = z.string().min(1).max(200)

/**
 * Whether a bot answered a test: `unset` without an address, `refused` for the key, `missing` for a bot that is not
 * there, `invalid` for what is no bot's answer.
 */
export const BotTestOutcome = z.enum(['started', 'unset', 'refused', 'missing', 'invalid', 'unreachable'])
export type BotTestOutcome = z.infer<typeof BotTestOutcome>

/** A function that a model may ask for; `parameters` is a JSON schema of an object. */
export const ModelTool = z
  .object({
    name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
    description: z.string().max(1_000),
    parameters: z.record(z.string(), z.unknown()),
  })
  .strict()
export type ModelTool = z.infer<typeof ModelTool>

/** A function that a model asks for. `arguments` are what it wrote: check them before use. */
export const ModelCall = z.object({ id: z.string(), name: z.string(), arguments: z.record(z.string(), z.unknown()) })
export type ModelCall = z.infer<typeof ModelCall>

const modelText = z.string().max(200_000)
/** One turn of what a model reads. `tool` answers a call of the turn before it. */
export const ModelTurn = z.discriminatedUnion('role', [
  z.object({ role: z.literal('system'), text: modelText }).strict(),
  z.object({ role: z.literal('user'), text: modelText }).strict(),
  z.object({ role: z.literal('assistant'), text: modelText, calls: z.array(ModelCall).max(32).default([]) }).strict(),
  z.object({ role: z.literal('tool'), callId: z.string().max(200), text: modelText }).strict(),
])
export type ModelTurn = z.infer<typeof ModelTurn>

/** Texts that are turned into vectors by one call. */
export const mostEmbeddedTexts = 100
/** Length of each of them, in characters. */
export const longestEmbeddedText = 8_000
/** Numbers of a vector at most. */
export const mostDimensions = 4_096
/** Largest recording that is written out at once, in bytes: what providers take. */
export const mostTranscribedBytes = 25_000_000
/** Longest text that is spoken at once, in characters. */
export const longestSpoken = 4_000
/** Largest voice note of it, in bytes. */
export const mostSpokenBytes = 10_000_000
/** Tokens that were read and written. */
const ModelTokens = z.object({ input: z.int().nonnegative(), output: z.int().nonnegative() })
/** A file as it is, of at least one byte and `most` at most. */
const bytes = (most: number) =>
  z.instanceof(Uint8Array).refine(({ length }) => length > 0 && length <= most, `1 to ${most} bytes`)

/** Largest image that a model looks at, in bytes: what providers take. */
export const mostSeenBytes = 5_000_000
/** Most characters of an answer that is told in pieces. */
export const longestStreamed = 200_000

/** What a model is asked. */
const Completion = z
  .object({
    purpose: z.string().min(1).max(60),
    ticketId: id<TicketId>().optional(),
    model: z.string().min(1).max(100).optional(),
    turns: z.array(ModelTurn).min(1).max(200),
    tools: z.array(ModelTool).max(32).default([]),
    schema: z.record(z.string(), z.unknown()).optional(),
    maxTokens: z.int().min(1).max(32_000).default(1_000),
    temperature: z.number().min(0).max(2).optional(),
  })
  .strict()
/** What it answers. */
const Completed = z.object({
  text: z.string(),
  calls: z.array(ModelCall),
  model: z.string(),
  cut: z.boolean(),
  tokens: ModelTokens,
})

/** Ready texts that are taken in at once. */
export const mostTakenQuickMessages = 500

/**
 * A ready text of another system. `ref` is its id there. `userId`: whose alone it is; null for everybody's. What `key`
 * may not have is left out of it or replaced. `file`: one that is sent with it, stored by `ctx.media`; only with a file
 * the text may be empty.
 */
export const TakenQuickMessage = z
  .object({
    ref: z.string().min(1).max(200),
    key: z.string().min(1).max(200),
    text: z.string().trim().max(10_000),
    userId: id<UserId>().nullable(),
    file: id<MediaId>().optional(),
  })
  .strict()
  .refine(({ text, file }) => text !== '' || file !== undefined, { path: ['text'], error: 'a text or a file' })
export type TakenQuickMessage = z.infer<typeof TakenQuickMessage>

/** Approved templates that are told at once. */
export const mostTemplates = 200

const templateName = z.string().min(1).max(512)
const templateLanguage = z.string().min(1).max(20)

/**
 * A value that a template takes. `place`: where it stands; `label` is the variable, or what is written on the button;
 * `example` is what was approved with it.
 */
export const TemplateField = z.object({
  key: z.string().min(1).max(200),
  place: z.enum(['header', 'body', 'button', 'location']),
  label: z.string().max(200),
  example: z.string().max(4_000),
  optional: z.boolean(),
})
export type TemplateField = z.infer<typeof TemplateField>

/**
 * A template that a connection can send now. `text`: as contacts read it, with `{{key}}` where the value of a field
 * stands. `connection` is the connection's name.
 */
export const ApprovedTemplate = z.object({
  name: templateName,
  language: templateLanguage,
  connectionId: id<ConnectionId>(),
  connection: z.string(),
  text: z.string().max(10_000),
  fields: z.array(TemplateField).max(100),
})
export type ApprovedTemplate = z.infer<typeof ApprovedTemplate>

/** Kinds of services with their methods. */
export const serviceKinds = {
  /** Opening hours. At most one plugin of a company is asked. */
  hours: {
    at: {
      input: z.object({ at: z.array(instant).min(1).max(100), about: HoursSubject.default({}) }).strict(),
      output: z.object({ times: z.array(HoursAnswer) }),
      limitMs: 5_000,
    },
  },
  /**
   * When it is open over a span of time, for everybody who has hours of their own. At most one plugin of a company is
   * asked. Core asks it, and keeps what it answers: what has been stays as it was when the hours change.
   */
  openings: {
    between: { input: OpeningsQuery, output: OpeningsAnswer, limitMs: 10_000 },
  },
  /** Surveys of contacts. */
  survey: {
    /** Surveys that can be asked for. */
    list: {
      input: z.object({}).strict(),
      output: z.object({ surveys: z.array(z.object({ id: z.string(), name: z.string() })).max(100) }),
      limitMs: 5_000,
    },
    /** Asks the contact of a ticket once it is closed; false where the survey's own rules forbid it. */
    request: {
      input: z.object({ ticketId: id<TicketId>(), survey: z.string().min(1).max(100) }).strict(),
      output: z.object({ requested: z.boolean() }),
      limitMs: 5_000,
    },
  },
  /** What contacts answered to surveys. Who has surveys may provide it. */
  surveyGrades: {
    /** The grades that contacts gave about these tickets from `since` on, each at its time, oldest first. */
    given: {
      input: z.object({ tickets: z.array(id<TicketId>()).min(1).max(100), since: instant }).strict(),
      output: z.object({ grades: z.array(SurveyGrade.extend({ ticketId: id<TicketId>(), at: instant })).max(1_000) }),
      limitMs: 5_000,
    },
  },
  /** Ready texts that agents insert by a shortcut. Who has them may take in those of another system. */
  quickMessages: {
    /**
     * Takes in texts of the other system that `source` names, all or nothing. One that was taken in before is known by
     * its ref, and changed where it differs from what it was then, unless somebody has changed it here. `run` is what
     * is taken back as a whole. What this run has made before counts as made; `again` says how many of them these are.
     * `refused`: its shortcut has another text here, it has none that is left, or its file is gone or too large.
     */
    take: {
      input: z
        .object({
          source: z.string().min(1).max(300),
          run: z.uuid(),
          messages: z.array(TakenQuickMessage).max(mostTakenQuickMessages),
        })
        .strict(),
      output: z.object({
        made: z.int().nonnegative(),
        changed: z.int().nonnegative(),
        known: z.int().nonnegative(),
        again: z.int().nonnegative(),
        refused: z.array(z.object({ ref: z.string(), problem: z.enum(['keyTaken', 'keyInvalid', 'fileUnfit']) })),
      }),
      limitMs: 30_000,
    },
    /**
     * Takes back what the run has made. What somebody has changed since stays, and counts as taken in no more.
     * `changed`: what another run had changed of it and is gone, and what the run had changed of others, which stays.
     */
    takeBack: {
      input: z.object({ run: z.uuid() }).strict(),
      output: z.object({
        removed: z.int().nonnegative(),
        kept: z.int().nonnegative(),
        changed: z.array(z.object({ ref: z.string(), problem: z.enum(['changedByOther', 'changedByThis']) })),
      }),
      limitMs: 30_000,
    },
  },
  /** Texts that a provider of conversations has approved. Who has a channel that sends templates may provide it. */
  templates: {
    /**
     * Approved templates that can be filled in, of all connections, by name; `search` finds those whose name or text
     * has it, `named` asks for these alone.
     */
    list: {
      input: z
        .object({
          search: z.string().max(100).default(''),
          named: z
            .array(z.object({ name: templateName, language: templateLanguage }).strict())
            .max(mostTemplates)
            .optional(),
        })
        .strict(),
      output: z.object({ templates: z.array(ApprovedTemplate).max(mostTemplates) }),
      limitMs: 5_000,
    },
    /**
     * A template of a connection, filled in, as a part to be sent; null where the connection has no such approved
     * template, or a value is missing.
     */
    fill: {
      input: z
        .object({
          connectionId: id<ConnectionId>(),
          name: templateName,
          language: templateLanguage,
          values: z.record(z.string().max(200), z.string().max(4_000)),
        })
        .strict(),
      output: z.object({ part: TemplatePart.nullable() }),
      limitMs: 5_000,
    },
  },
  /** What a company knows: its own articles. */
  knowledge: {
    /**
     * Passages of published articles that have to do with a question, the best first. `audience`: `customers` for what
     * is told to them. `article`: the id of where it stands; `heading` is empty above the first one.
     */
    search: {
      input: z
        .object({
          query: z.string().trim().min(1).max(2_000),
          audience: z.enum(['team', 'customers']),
          limit: z.int().min(1).max(20).default(5),
        })
        .strict(),
      output: z.object({
        passages: z.array(z.object({ article: z.uuid(), title: z.string(), heading: z.string(), text: z.string() })),
      }),
      limitMs: 5_000,
    },
  },
  /** Language models. What is asked counts against the company's budget, and is logged under `purpose`. */
  model: {
    /**
     * Completes a conversation. `model`: one of the provider's names, the company's choice without one. `schema`: JSON
     * schema that the answer's text follows. `cut`: the answer ended at `maxTokens`.
     */
    complete: {
      input: Completion,
      output: Completed,
      limitMs: 120_000,
    },
  },
  /**
   * Answers of language models while they are written. Whoever provides `model` may provide it too; without it an
   * answer is shown once it is whole.
   */
  modelStream: {
    /**
     * As `model.complete`: `tell` is given each piece of the text as it comes, and the answer is the whole. The signal
     * of the context ends when the one who reads goes away.
     */
    complete: {
      input: Completion,
      output: Completed,
      limitMs: 120_000,
      pieces: { longest: longestStreamed, quietMs: 60_000 },
    },
  },
  /** Language models that look at images. */
  vision: {
    /** As `model.complete`: `image` belongs to the last turn of the user. */
    complete: {
      input: Completion.extend({
        image: z.object({ mime: z.string().min(1).max(200), bytes: bytes(mostSeenBytes) }).strict(),
      }),
      output: Completed,
      limitMs: 120_000,
    },
  },
  /**
   * Vectors of texts: the smaller the angle between two of them, the more alike is what the texts mean. Only vectors of
   * the same model can be compared. What is asked counts against the company's budget.
   */
  embeddings: {
    /** The model that makes the company's vectors now; null for none. It is read from the settings: nobody is asked. */
    model: {
      input: z.object({}).strict(),
      output: z.object({ model: z.string().min(1).max(100).nullable() }),
      limitMs: 5_000,
    },
    /**
     * A vector for each text, in their order, all of one length. `question`: somebody waits for it, so there is an
     * answer or a refusal after two seconds.
     */
    embed: {
      input: z
        .object({
          texts: z.array(z.string().trim().min(1).max(longestEmbeddedText)).min(1).max(mostEmbeddedTexts),
          purpose: z.enum(['passage', 'question']),
        })
        .strict(),
      output: z.object({
        model: z.string().min(1).max(100),
        vectors: z.array(z.array(z.number()).min(1).max(mostDimensions)).max(mostEmbeddedTexts),
        tokens: ModelTokens.optional(),
      }),
      limitMs: 60_000,
    },
  },
  /** Recordings written out. */
  transcription: {
    /**
     * Writes out what is spoken. `name` ends in what tells the type, `voice.ogg`. `language`: tag of BCP 47 of what was
     * spoken; null if it is not known. `model`: for the log.
     */
    transcribe: {
      input: z
        .object({
          purpose: z.string().min(1).max(60),
          ticketId: id<TicketId>().optional(),
          audio: bytes(mostTranscribedBytes),
          name: z.string().min(1).max(200),
          mime: z.string().min(1).max(200),
        })
        .strict(),
      output: z.object({
        text: z.string().max(200_000),
        language: z.string().min(1).max(35).nullable(),
        model: z.string().min(1).max(100),
        tokens: ModelTokens.optional(),
      }),
      limitMs: 120_000,
    },
  },
  /** Texts spoken as voice notes. */
  speech: {
    /** Speaks a text as Ogg Opus. `voice`: one of the provider's names, its own choice without one. */
    speak: {
      input: z
        .object({
          purpose: z.string().min(1).max(60),
          ticketId: id<TicketId>().optional(),
          text: z.string().trim().min(1).max(longestSpoken),
          voice: z.string().max(100).default(''),
        })
        .strict(),
      output: z.object({
        audio: bytes(mostSpokenBytes),
        model: z.string().min(1).max(100),
        tokens: ModelTokens.optional(),
      }),
      limitMs: 60_000,
    },
  },
  /** Bots of a platform or a program. The caller names the provider. Answers are not repeatable: ask once. */
  bot: {
    /** Begins a conversation, with the contact's first message or without one. */
    start: {
      input: z.object({ bot, message: BotMessage.nullable(), variables: botVariables.default({}) }).strict(),
      output: BotAnswer,
      limitMs: 90_000,
    },
    /** Goes on with one; null where the bot does not know it any more. */
    proceed: {
      input: z.object({ bot, session: z.string().min(1).max(2_000), message: BotMessage }).strict(),
      output: z.object({ answer: BotAnswer.nullable() }),
      limitMs: 90_000,
    },
    /** Whether the bot answers; counts what it begins with. */
    test: {
      input: z.object({ bot }).strict(),
      output: z.object({ outcome: BotTestOutcome, says: z.int().nonnegative() }),
      limitMs: 30_000,
    },
  },
} as const satisfies Record<string, Record<string, ServiceMethod>>

/** All kinds, by name. */
export type ServiceKinds = typeof serviceKinds
/** Name of a kind of services. */
export type ServiceKind = keyof ServiceKinds
export const ServiceKind = z.enum(Object.keys(serviceKinds) as [ServiceKind, ...ServiceKind[]])

/** Names of methods, `hours.at`. */
export type ServiceMethodName = { [K in ServiceKind]: `${K}.${keyof ServiceKinds[K] & string}` }[ServiceKind]
/** The method of a name. */
export type ServiceMethodOf<N extends ServiceMethodName> = N extends `${infer K extends ServiceKind}.${infer M}`
  ? M extends keyof ServiceKinds[K]
    ? ServiceKinds[K][M] extends ServiceMethod
      ? ServiceKinds[K][M]
      : never
    : never
  : never
/** What a caller gives to a method. */
export type ServiceInput<N extends ServiceMethodName> = z.input<ServiceMethodOf<N>['input']>
/** What a method answers. */
export type ServiceOutput<N extends ServiceMethodName> = z.output<ServiceMethodOf<N>['output']>

/** How a service is called, beside its input. */
export interface ServiceCallOptions {
  /** Id of the plugin that is called. */
  readonly provider?: string
  /** Ends the call, and the signal of the provider's context with it. */
  readonly signal?: AbortSignal
  /**
   * Given the pieces of a method with `pieces`, one after the other: the provider goes on when it has resolved. Without
   * it they are dropped; the answer has the whole.
   */
  readonly onPiece?: (piece: string) => void | Promise<void>
}

/** Port for plugins that call services; see {@link CorePorts}. */
export interface ServicePort {
  /**
   * Plugins that provide the kind and that the company can use: those that come with the product first, so that nobody
   * who installs another one goes past what they do for the company, and then by id.
   */
  providers(kind: ServiceKind): Promise<ReadonlyArray<{ readonly plugin: string; readonly title: string }>>
  /**
   * Calls the provider, of several the first in the order of {@link ServicePort.providers} unless `provider` names one.
   * Undefined where there is none: the caller has a way without it.
   * @throws Refusal ERR_VALIDATION for the input, ERR_PLUGIN_FAILED, ERR_TIMEOUT, ERR_PLUGIN_UNAVAILABLE, and what the
   * provider refuses
   */
  call<N extends ServiceMethodName>(
    method: N,
    input: ServiceInput<N>,
    options?: ServiceCallOptions,
  ): Promise<ServiceOutput<N> | undefined>
  /**
   * Tells that what the plugin itself would answer has changed, for those who keep an answer: core keeps `openings`.
   * Call it after the change is committed.
   */
  changed(kind: ServiceKind): Promise<void>
}
