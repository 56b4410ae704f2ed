import * as z from 'zod'
import { ChannelOperation } from './channel-operations.ts'
import { ReceiptState } from './receipt.ts'

/**
 * Level at which a channel supports a capability. `rejected`: core refuses before calling the adapter. `dropped`: sent
 * without it. `fallback`: core downgrades (a button list becomes numbered text). `partial` and `full`: the adapter
 * handles it.
 */
export const Level = z.enum(['rejected', 'dropped', 'fallback', 'partial', 'full'])
export type Level = z.infer<typeof Level>

/** The kinds of media a channel may carry. A `voice` note is not an `audio` file. */
export const mediaKinds = ['image', 'video', 'audio', 'voice', 'document', 'sticker'] as const
/** A kind of file. A `voice` note is no `audio` file. */
export const MediaKind = z.enum(mediaKinds)
export type MediaKind = z.infer<typeof MediaKind>

// Keys of `mime` are a full type, a type with any subtype, or the catch-all; the most specific one wins.
// `fallback` here means that core converts the file to the first type that is declared full, if it can.
/**
 * Limits for one media kind: accepted mime types with their level, size in bytes, duration in seconds, caption length.
 */
export const MediaCapability = z
  .object({
    mime: z.record(z.string(), Level),
    maxBytes: z.int().positive().optional(),
    maxSeconds: z.number().positive().optional(),
    caption: Level.optional(),
    maxCaption: z.int().positive().optional(),
  })
  .readonly()
export type MediaCapability = z.infer<typeof MediaCapability>

/** An action that is possible only for a while (`withinMs`, milliseconds since the message) or a few times. */
export const ActionWindow = z
  .object({
    level: Level,
    withinMs: z.number().positive().optional(),
    maxCount: z.int().positive().optional(),
  })
  .readonly()
export type ActionWindow = z.infer<typeof ActionWindow>

/**
 * Everything a channel can do, as data. Core enforces it once; composer, flow builder, campaigns, documentation and
 * the conformance kit read the same object.
 */
export const ChannelCapabilities = z
  .object({
    /** Bumped by the author whenever any field changes; core republishes to open clients. */
    version: z.int().positive(),
    /** `signature` is the position of the agent's name: above the text when absent, as in a chat. */
    text: z
      .object({
        maxLength: z.int().positive(),
        format: z.enum(['plain', 'markdown', 'html']),
        signature: z.enum(['above', 'below']).optional(),
      })
      .readonly(),
    /**
     * Whether messages are letters: the words and all files of one are sent together, below a head with a subject and
     * with others who get it (`letterHead`). Channels made for older contracts do not declare it.
     */
    letters: z.boolean().default(false),
    media: z.partialRecord(MediaKind, MediaCapability).readonly(),
    location: Level,
    contactCard: Level,
    interactive: z
      .object({ buttons: z.int().optional(), listRows: z.int().optional(), cta: Level.optional() })
      .readonly(),
    templates: Level,
    reply: Level,
    forward: Level,
    edit: ActionWindow,
    deleteForAll: ActionWindow,
    reaction: z
      .object({
        level: Level,
        withinMs: z.number().optional(),
        maxCount: z.int().optional(),
        allowed: z.array(z.string()).readonly().optional(),
      })
      .readonly(),
    receipts: z.object({ out: z.array(ReceiptState).readonly(), inMarkRead: z.boolean() }).readonly(),
    typing: Level,
    groups: Level,
    /**
     * Free-form messages are allowed until the customer's last message + `ms`; after that only those that `outside`
     * allows.
     */
    serviceWindow: z
      .object({ ms: z.number().positive(), outside: z.enum(['template-only', 'rejected']) })
      .readonly()
      .optional(),
    history: z.object({ level: Level, maxAgeDays: z.int().optional(), includesOwn: z.boolean() }).readonly(),
    /** Whether the provider lists the contacts of a connection. Channels made for older contracts do not declare it. */
    contacts: Level.default('rejected'),
    /**
     * Whether the provider tells the name and picture of somebody, or the title of a group, when it is asked. Channels
     * made for older contracts do not declare it.
     */
    profiles: Level.default('rejected'),
    /**
     * Whether polls are sent, whose votes come back. Elsewhere their options go out as a numbered list. Channels made
     * for older contracts do not declare it.
     */
    polls: Level.default('rejected'),
    /**
     * Whether a poll that was sent can be stopped, after which nobody votes in it. Channels made for older contracts do
     * not declare it.
     */
    stopPoll: Level.default('rejected'),
    /** What sessions can do beside conversations. Channels made for older contracts declare none. */
    operations: z.array(ChannelOperation).readonly().default([]),
    /**
     * `native`: sending the same key twice sends once. `echo-match`: the adapter can look an earlier attempt up.
     * `none`: an attempt whose outcome is unknown is never repeated on its own.
     */
    idempotentSend: z.enum(['native', 'echo-match', 'none']),
  })
  .readonly()
export type ChannelCapabilities = z.infer<typeof ChannelCapabilities>

/** Capabilities of a channel that declares none. */
export const noCapabilities = {
  letters: false,
  media: {},
  location: 'rejected',
  contactCard: 'rejected',
  interactive: {},
  templates: 'rejected',
  reply: 'rejected',
  forward: 'rejected',
  edit: { level: 'rejected' },
  deleteForAll: { level: 'rejected' },
  reaction: { level: 'rejected' },
  receipts: { out: [], inMarkRead: false },
  typing: 'rejected',
  groups: 'rejected',
  history: { level: 'rejected', includesOwn: false },
  contacts: 'rejected',
  profiles: 'rejected',
  polls: 'rejected',
  stopPoll: 'rejected',
  operations: [],
} as const satisfies Partial<ChannelCapabilities>
type Assumed = typeof noCapabilities

/**
 * Capabilities as an author writes them: those left out are rejected. `version`, `text` and `idempotentSend` are
 * required.
 */
export type DeclaredCapabilities = Omit<ChannelCapabilities, keyof Assumed> &
  Partial<Pick<ChannelCapabilities, keyof Assumed>>
/** Declared capabilities with what they left out, as literal types. */
export type CompletedCapabilities<C extends DeclaredCapabilities> = ChannelCapabilities & C & Omit<Assumed, keyof C>
