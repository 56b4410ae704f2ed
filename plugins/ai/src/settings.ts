import * as z from 'zod'
import { longestGlossary, readGlossary } from './words/glossary.ts'

const model = z.string().trim().min(1).max(100)
const budget = z.int().min(1_000).max(10_000_000_000).optional()

/** Protocols of providers, and another plugin that provides models. */
const providers = ['openai', 'responses', 'anthropic', 'google', 'plugin'] as const

const url = z
  .url({ protocol: /^https?$/ })
  .max(500)
  .optional()
const apiKey = z.string().min(1).max(500).optional()

/** Another plugin has its own. */
const ownAccount = { shownFor: { provider: ['openai', 'responses', 'anthropic', 'google'] } } as const
const otherAccount = { shownFor: { embeddingProvider: ['openai', 'google'] } } as const

/** Who is asked, for what it may cost, and what may leave. */
export const Settings = z.object({
  /**
   * `openai`: any address that speaks OpenAI's chat completions; `responses`: one that speaks its responses; `plugin`:
   * another plugin of the company with the service kind `model`, which needs neither address nor key.
   */
  provider: z.enum(providers).default('openai'),
  /** The provider's own address if absent. */
  url: url.meta(ownAccount),
  apiKey: apiKey.meta({ secret: true, sentTo: ['provider', 'url'], ...ownAccount }),
  model: model.default('gpt-6-luna'),
  /** Asked where the first one is not there, or over its limit: one or several in their order, commas between. */
  fallbackModel: z.string().trim().min(1).max(300).optional(),
  transcriptionModel: model.default('gpt-transcribe'),
  /** A server that hears as OpenAI's and Whisper's do; whoever answers everything else if absent. */
  transcriptionUrl: url,
  /** Of that server; servers of one's own may need none. */
  transcriptionApiKey: apiKey.meta({ secret: true, sentTo: ['transcriptionUrl'] }),
  /** Speaks the answers of prompts whose voice is OpenAI's. */
  speechModel: model.default('gpt-4o-mini-tts'),
  /** Makes vectors of texts for other plugins: what a search by meaning rests on. None without it. */
  embeddingModel: model.optional(),
  /** Who makes vectors; whoever answers everything else if absent. Anthropic makes none. */
  embeddingProvider: z.enum(['openai', 'google']).optional(),
  /** Of `embeddingProvider`: its own address if absent. */
  embeddingUrl: url.meta(otherAccount),
  embeddingApiKey: apiKey.meta({ secret: true, sentTo: ['embeddingProvider', 'embeddingUrl'], ...otherAccount }),
  /** Writes out every voice message, unless a ticket says otherwise. */
  transcribeAll: z.boolean().default(false),
  /** Has the model look at images that customers send to its agent: what they show, and what is written in them. */
  readImages: z.boolean().default(false),
  /** Keeps a summary when a conversation is handed to another user or queue, and when it is resolved. */
  summarizeTransferred: z.boolean().default(false),
  summarizeResolved: z.boolean().default(false),
  /** Writes a reply, and a summary, where somebody asks for one. */
  suggestReplies: z.boolean().default(false),
  summarizeAsked: z.boolean().default(false),
  /** Suggests tags and a priority where somebody asks for them; nothing is changed by itself. */
  suggestTags: z.boolean().default(false),
  /** Shows conversations whose summaries are about the same beside a conversation. */
  similarConversations: z.boolean().default(false),
  /** Replaces numbers of documents, cards and telephones, and addresses, before anything leaves. */
  hidePersonalData: z.boolean().default(true),
  /** Terms of the company and names, which translations keep to: `pt: nota fiscal = en: invoice`. */
  glossary: z
    .string()
    .max(longestGlossary)
    .refine((text) => readGlossary(text) !== undefined)
    .optional()
    .meta({ widget: 'text' }),
  /** Tokens a day and a month, in the company's clock. */
  dailyTokens: budget,
  monthlyTokens: budget,
})
export type Settings = z.infer<typeof Settings>
