import { BlockCall, id, type QueueId } from '@recado/sdk'
import * as z from 'zod'
import { voiceProviders } from '../voice/speech.ts'

/** Prompts of a company at most, and functions of one. */
export const mostPrompts = 100
export const mostFunctions = 16
export const tokenLimits = { min: 50, max: 4_000 }
export const temperatureLimits = { min: 0, max: 2 }
/** Hands the conversation to people. Every prompt has it. */
export const handOverName = 'hand_over'

/** Something that a prompt may have done, under the name by which the model asks for it. */
export const PromptFunction = z
  .object({
    name: z
      .string()
      .regex(/^[a-z][a-z0-9_]{0,39}$/)
      .refine((name) => name !== handOverName),
    /** When it is to be done: what the model is told. */
    description: z.string().trim().min(1).max(500),
    action: BlockCall,
    /** What the customer is asked before it is done, to be answered with yes; empty where nobody has to be. */
    confirm: z.string().trim().max(500).default(''),
  })
  .strict()
export type PromptFunction = z.infer<typeof PromptFunction>

const fields = z
  .object({
    name: z.string().trim().min(1).max(100),
    /** The company's where it is null. */
    model: z.string().trim().min(1).max(100).nullable().default(null),
    maxTokens: z.int().min(tokenLimits.min).max(tokenLimits.max).default(600),
    /** Messages of the conversation that the model reads. */
    maxMessages: z.int().min(1).max(100).default(20),
    temperature: z.number().min(temperatureLimits.min).max(temperatureLimits.max).default(1),
    /** Where customers are handed over; the ticket's own where it is null. */
    queueId: id<QueueId>().nullable().default(null),
    text: z.string().trim().min(1).max(20_000),
    /** Answers in one conversation, after which people have it. */
    maxTurns: z.int().min(1).max(200).default(20),
    /** Who speaks its answers to what was spoken; nobody where it is null. */
    voiceProvider: z.enum(voiceProviders).nullable().default(null),
    /** As the provider names it. */
    voice: z.string().trim().max(100).default(''),
    /** Of Azure. */
    voiceRegion: z
      .string()
      .regex(/^[a-z0-9]{0,60}$/)
      .default(''),
    functions: z.array(PromptFunction).max(mostFunctions).default([]),
  })
  .strict()

const key = z.string().min(1).max(500).nullable().optional()

/** A prompt as it is entered. Keys are its own, kept where they are absent and erased by null. */
export const PromptDraft = fields
  .extend({ apiKey: key, voiceApiKey: key })
  .refine(({ functions }) => new Set(functions.map(({ name }) => name)).size === functions.length, {
    path: ['functions'],
    message: 'every function has a name of its own',
  })
  .refine(({ voiceProvider, voice }) => voiceProvider === null || voice !== '', {
    path: ['voice'],
    message: 'a voice is needed',
  })
  .refine(({ voiceProvider, voiceRegion }) => voiceProvider !== 'azure' || voiceRegion !== '', {
    path: ['voiceRegion'],
    message: 'a region is needed',
  })
export type PromptDraft = z.infer<typeof PromptDraft>

/** A prompt of a company. Keys are never shown. */
export const Prompt = fields.extend({ id: z.uuid(), hasApiKey: z.boolean(), hasVoiceKey: z.boolean() })
export type Prompt = z.infer<typeof Prompt>
