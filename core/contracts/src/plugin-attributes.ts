import * as z from 'zod'
import { attributeOptionsMost, attributeOwners, attributeTypes } from './attribute-types.ts'
import { AttributeKey } from './attributes.ts'
import type { ContactId, TicketId } from './ids.ts'
import { LocalizedText } from './locale.ts'

/**
 * Uses of the company's own data beyond those that every plugin has: write values of the attributes that the company
 * defined; read its shared segments; look through all its contacts; look through all its tickets; change tickets as
 * itself; evaluate conditions and run actions of other plugins; manage groups of its channels; write in closed
 * tickets and take the replies; read messages; add words by which messages are found; count what has happened; send
 * webhooks to addresses of its own; open conversations and say for whom it sends; issue keys to programs; issue
 * tokens with which programs act as a user; bring in what happened in another system; write contacts down and change
 * them; make connections of its own channel types; send e-mails of the installation to the company's users.
 */
export const coreUses = [
  'attributes.write',
  'segments.read',
  'contacts.list',
  'tickets.list',
  'tickets.write',
  'automation.run',
  'channels.groups',
  'replies.expect',
  'messages.read',
  'messages.words',
  'facts.read',
  'webhooks.send',
  'conversations.open',
  'keys.issue',
  'tokens.issue',
  'imports.write',
  'contacts.write',
  'connections.write',
  'mail.send',
] as const
/** One of {@link coreUses}. */
export type CoreUse = (typeof coreUses)[number]

/**
 * An attribute that a plugin brings. It belongs to the company from then on, which may rename, order and archive it; it
 * is marked as the plugin's. Options are keyed by their ids, which are what values hold.
 */
export const DeclaredAttribute = z
  .object({
    owner: z.enum(attributeOwners),
    type: z.enum(attributeTypes),
    label: LocalizedText,
    description: LocalizedText.optional(),
    options: z
      .record(AttributeKey, LocalizedText)
      .refine((options) => Object.keys(options).length <= attributeOptionsMost)
      .optional(),
  })
  .strict()
  .refine(({ type, options }) => (type === 'choice' || type === 'choices') === Object.keys(options ?? {}).length > 0, {
    error: 'options are for a choice, which needs some',
  })
export type DeclaredAttribute = z.infer<typeof DeclaredAttribute>

/** Attributes that a plugin brings, under the names by which it writes them. */
export const DeclaredAttributes = z
  .record(AttributeKey, DeclaredAttribute)
  .refine((declared) => Object.keys(declared).length <= 10, { error: 'at most ten attributes' })
export type DeclaredAttributes = z.infer<typeof DeclaredAttributes>

/** Contact or ticket whose values are written. The id of a merged contact means the one it is part of. */
export type AttributeSubject = { readonly contact: ContactId } | { readonly ticket: TicketId }
