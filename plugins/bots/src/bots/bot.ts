import * as z from 'zod'

/** Bots of a company at most. */
export const mostBots = 100
export const triggerOperators = ['contains', 'equals', 'startsWith', 'endsWith'] as const
export type TriggerOperator = (typeof triggerOperators)[number]

const keyword = z.string().trim().max(100)
const message = z.string().trim().max(2_000)
const pauseMs = z.int().min(0).max(30_000)

const fields = z
  .object({
    name: z.string().trim().min(1).max(100),
    /** Id of the plugin that speaks with it. */
    provider: z.string().min(1).max(60),
    /** How the provider names it. */
    reference: z.string().trim().min(1).max(200),
    active: z.boolean().default(true),
    expireMinutes: z.int().min(1).max(10_080).default(60),
    keywordFinish: keyword.default(''),
    keywordRestart: keyword.default(''),
    restartMessage: message.default(''),
    unknownMessage: message.default(''),
    delayMs: pauseMs.default(0),
    debounceMs: pauseMs.default(0),
    triggerType: z.enum(['all', 'keyword']).default('all'),
    triggerOperator: z.enum(triggerOperators).default('contains'),
    triggerValue: keyword.default(''),
  })
  .strict()

/** A bot as it is entered. */
export const BotDraft = fields
  .refine(({ triggerType, triggerValue }) => triggerType === 'all' || triggerValue !== '', {
    path: ['triggerValue'],
    message: 'a word is needed',
  })
  .refine(({ keywordFinish, keywordRestart }) => keywordFinish === '' || !isWord(keywordRestart, keywordFinish), {
    path: ['keywordRestart'],
    message: 'the word to finish is another one',
  })
export type BotDraft = z.infer<typeof BotDraft>

/** A bot of a company, and how it begins and ends. */
export const Bot = fields.extend({ id: z.uuid() })
export type Bot = z.infer<typeof Bot>

const plain = (text: string): string => text.trim().normalize('NFC').toLowerCase()

/** Whether a text is a keyword; an empty keyword is none. */
export const isWord = (text: string, word: string): boolean => word !== '' && plain(text) === plain(word)

const matches: Readonly<Record<TriggerOperator, (text: string, value: string) => boolean>> = {
  contains: (text, value) => text.includes(value),
  equals: (text, value) => text === value,
  startsWith: (text, value) => text.startsWith(value),
  endsWith: (text, value) => text.endsWith(value),
}

/** Whether the bot begins a conversation with this text. */
export const isTriggeredBy = (
  { triggerType, triggerOperator, triggerValue }: Pick<Bot, 'triggerType' | 'triggerOperator' | 'triggerValue'>,
  text: string,
): boolean => triggerType === 'all' || matches[triggerOperator](plain(text), plain(triggerValue))
