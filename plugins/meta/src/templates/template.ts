import { id, type ConnectionId } from '@recado/sdk'
import * as z from 'zod'

/** Meta's own words; `UNKNOWN` is one that is newer than this plugin. */
export const templateStatuses = [
  'PENDING',
  'APPROVED',
  'REJECTED',
  'PAUSED',
  'DISABLED',
  'IN_APPEAL',
  'LIMIT_EXCEEDED',
  'ARCHIVED',
  'PENDING_DELETION',
  'DELETED',
  'UNKNOWN',
] as const
export type TemplateStatus = (typeof templateStatuses)[number]

const Text = z.object({ text: z.string(), examples: z.record(z.string(), z.string()) })

/**
 * A template of a page for utility messages, as Meta has it now. `header` and `body` with `{{variable}}` and an example
 * for each; `buttons` by what is written on them. `reason`: why it was rejected, in Meta's words. `isSendable`: whether
 * it is approved, and needs nothing but values of its texts.
 */
export const MessengerTemplate = z.object({
  id: z.string(),
  name: z.string(),
  language: z.string(),
  status: z.enum(templateStatuses),
  reason: z.string().nullable(),
  header: Text.nullable(),
  body: Text,
  buttons: z.array(z.string()),
  isSendable: z.boolean(),
})
export type MessengerTemplate = z.output<typeof MessengerTemplate>

/** What is submitted; rules.ts says what Meta would refuse of it. */
export const TemplateDraft = z
  .object({
    connectionId: id<ConnectionId>(),
    name: z.string().trim().max(1_000),
    language: z.string().max(20),
    body: z.string().trim().max(4_000),
    examples: z.record(z.string().max(100), z.string().trim().max(4_000)),
  })
  .strict()
export type TemplateDraft = z.output<typeof TemplateDraft>
