import { id, type QueueId } from '@recado/sdk'
import * as z from 'zod'
import { voiceProviders } from '../voice/speech.ts'
import { HandOver } from './hand-over.ts'
import { FunctionName, PromptFunction } from './prompt-function.ts'

/** Prompts of a company at most, and functions of one. */
export const mostPrompts = 100
export const mostFunctions = 16
export const mostTopics = 30
export const tokenLimits = { min: 50, max: 4_000 }
export const temperatureLimits = { min: 0, max: 2 }
/** A week. */
export const longestMinutes = 10_080

const fields = {
  /** The company's where it is null. */
  model: z.string().trim().min(1).max(100).nullable().default(null),
  maxTokens: z.int().min(tokenLimits.min).max(tokenLimits.max).default(600),
  /** Messages of the conversation that the model reads. */
  maxMessages: z.int().min(1).max(100).default(20),
  temperature: z.number().min(temperatureLimits.min).max(temperatureLimits.max).default(1),
  /** Where customers are handed over; the ticket's own where it is null. */
  queueId: id<QueueId>().nullable().default(null),
  text: z.string().trim().min(1).max(20_000),
  /** How it speaks, in a few words. */
  tone: z.string().trim().max(200).default(''),
  /** Whether it reads the articles for customers. */
  usesKnowledge: z.boolean().default(true),
  /** What it does not speak about. */
  refusedTopics: z.array(z.string().trim().min(2).max(60)).max(mostTopics).default([]),
  /** Answers in one conversation, after which people have it. */
  maxTurns: z.int().min(1).max(200).default(20),
  /** Minutes from its beginning; null for no such limit. */
  maxMinutes: z.int().min(1).max(longestMinutes).nullable().default(null),
  /** What its questions may cost in one conversation, in the currency of the company's prices; null for no limit. */
  maxCost: z.number().positive().max(1_000_000).nullable().default(null),
  handOver: HandOver.prefault({}),
  /** What the customer is told when a rule or a limit hands over; nothing where it is empty. */
  handOverText: z.string().trim().max(1_000).default(''),
  /** Who speaks its answers to what was spoken; nobody where it is null. */
  voiceProvider: z.enum(voiceProviders).nullable().default(null),
  /** As the provider names it; another plugin has one of its own where it is empty. */
  voice: z.string().trim().max(100).default(''),
  /** Of Azure. */
  voiceRegion: z
    .string()
    .regex(/^[a-z0-9]{0,60}$/)
    .default(''),
  functions: z.array(PromptFunction).max(mostFunctions).default([]),
}

/** Everything of a prompt that a version keeps. */
export const PromptContent = z.object(fields)
export type PromptContent = z.infer<typeof PromptContent>
/** Names of what a version keeps. */
export const contentFields = Object.keys(fields) as (keyof PromptContent)[]

const name = z.string().trim().min(1).max(100)
const key = z.string().min(1).max(500).nullable().optional()

/** A prompt as it is entered. Keys are its own, kept where they are absent and erased by null. */
export const PromptDraft = z
  .object({
    name,
    ...fields,
    apiKey: key,
    voiceApiKey: key,
    /** Keys of calls, by the name of the function. */
    functionKeys: z.record(FunctionName, z.string().min(1).max(500).nullable()).optional(),
    /** Whether customers get it from now on; otherwise it is a draft. */
    publish: z.boolean().default(true),
    /** What changed, in the words of who saves it. */
    note: z.string().trim().max(200).default(''),
  })
  .strict()
  .refine(({ functions }) => new Set(functions.map((one) => one.name)).size === functions.length, {
    path: ['functions'],
    message: 'every function has a name of its own',
  })
  .refine(({ voiceProvider, voice }) => voiceProvider === null || voiceProvider === 'plugin' || voice !== '', {
    path: ['voice'],
    message: 'a voice is needed',
  })
  .refine(({ voiceProvider, voiceRegion }) => voiceProvider !== 'azure' || voiceRegion !== '', {
    path: ['voiceRegion'],
    message: 'a region is needed',
  })
export type PromptDraft = z.infer<typeof PromptDraft>

/** A prompt of a company in its latest version. Keys are never shown. */
export const Prompt = z.object({
  id: z.uuid(),
  name,
  ...fields,
  hasApiKey: z.boolean(),
  hasVoiceKey: z.boolean(),
  /** Calls that have a key: name of the function and host, `order_status api.loja.com.br`. */
  keptKeys: z.array(z.string()),
  version: z.int(),
  /** The version that answers customers; null while none does. */
  publishedVersion: z.int().nullable(),
})
export type Prompt = z.infer<typeof Prompt>

/** When a version was saved, by whom, and what it changed. */
export const PromptVersion = z.object({
  version: z.int(),
  savedAt: z.string(),
  /** Null for who left the company, and for what was kept before there were versions. */
  savedBy: z.string().nullable(),
  note: z.string(),
  /** Names of what differs from the version before. */
  changed: z.array(z.string()),
})
export type PromptVersion = z.infer<typeof PromptVersion>
