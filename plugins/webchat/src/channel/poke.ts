import { Parts, type ExternalChatId, type Topics } from '@recado/sdk'
import * as z from 'zod'

/**
 * Message to the open widgets of one visitor. Ephemeral: a widget that missed a poke finds the same in the conversation
 * when it connects again, so a poke never carries the only copy of anything.
 */
export const Poke = z.discriminatedUnion('kind', [
  /** The conversation has grown; `id` is the external id of an agent's message, absent for the visitor's own. */
  z.object({ kind: z.literal('message'), id: z.string().optional() }),
  z.object({ kind: z.literal('typing'), mode: z.enum(['text', 'voice', 'stop']) }),
  /** An agent has read everything up to this instant. */
  z.object({ kind: z.literal('read'), at: z.iso.datetime() }),
  z.object({ kind: z.literal('edited'), id: z.string(), parts: Parts }),
  z.object({ kind: z.literal('removed'), id: z.string() }),
  /** Somebody else attends the conversation, or nobody any more. */
  z.object({ kind: z.literal('agent') }),
])
export type Poke = z.infer<typeof Poke>

const topicOf = (chat: ExternalChatId): string => `visitor-${chat}`

export const poke = (topics: Topics, chat: ExternalChatId, message: Poke): void =>
  topics.publish(topicOf(chat), message)

/** Calls back for every well-formed poke until the returned function is called. */
export const onPoke = (topics: Topics, chat: ExternalChatId, listener: (message: Poke) => void): (() => void) =>
  topics.subscribe(topicOf(chat), (data) => {
    const parsed = Poke.safeParse(data)
    if (parsed.success) listener(parsed.data)
  })

/** Key under which a connection remembers until when an agent has read a visitor's messages. */
export const agentReadKey = (chat: ExternalChatId): string => `agent-read.${chat}`
