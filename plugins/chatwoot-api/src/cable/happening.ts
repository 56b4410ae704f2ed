import { Parts, type Topics } from '@recado/sdk'
import * as z from 'zod'

/**
 * Something that clients of the cable are told. It says what happened and where, and whoever is told reads the rest;
 * only `change` is not stored yet. Ephemeral: a client that missed one finds the same in the routes.
 */
export const Happening = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('message'),
    event: z.enum(['message.created', 'message.updated']),
    ticket: z.uuid(),
    message: z.uuid(),
    change: z.object({ parts: Parts.optional(), isDeleted: z.boolean().optional() }).optional(),
  }),
  z.object({
    kind: z.literal('conversation'),
    event: z.enum([
      'conversation.created',
      'conversation.updated',
      'conversation.status_changed',
      'conversation.read',
      'assignee.changed',
    ]),
    ticket: z.uuid(),
  }),
  z.object({ kind: z.literal('contact'), event: z.enum(['contact.created', 'contact.updated']), contact: z.uuid() }),
  z.object({ kind: z.literal('typing'), ticket: z.uuid(), by: z.enum(['contact', 'agent']), isOn: z.boolean() }),
  /** An agent is writing to a contact of an inbox. */
  z.object({ kind: z.literal('answering'), inbox: z.uuid(), contact: z.uuid(), isOn: z.boolean() }),
  /** A contact has a client open. */
  z.object({ kind: z.literal('present'), contact: z.uuid() }),
])
export type Happening = z.infer<typeof Happening>

const topic = 'cable'

/** Tells the clients of the company at all nodes. */
export const announce = ({ topics }: { readonly topics: Topics }, happening: Happening): void =>
  topics.publish(topic, happening)

/** Calls back for everything that is announced, until the returned function is called. */
export const onHappening = (
  { topics }: { readonly topics: Topics },
  listener: (happening: Happening) => void,
): (() => void) =>
  topics.subscribe(topic, (data) => {
    const parsed = Happening.safeParse(data)
    if (parsed.success) listener(parsed.data)
  })
