import * as z from 'zod'

/* What is read of the answers of Chatwoot's application API; everything else is let pass. Times are in seconds. */

const id = z.union([z.number(), z.string()]).transform(String)
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? null)

export const Inbox = z.object({ id, name: text })
export const Agent = z.object({ id, name: text, email: text, role: text })
export const TeamMember = z.object({ id })
export const Label = z.object({ title: z.string() })
export const Team = z.object({ id, name: text })
export const CannedResponse = z.object({ id, short_code: text, content: text })
export const Contact = z.object({ id, name: text, email: text, phone_number: text, created_at: z.number().nullish() })
export type Contact = z.output<typeof Contact>
export const Conversation = z.object({
  id,
  inbox_id: id,
  status: z.string(),
  labels: z.array(z.string()).default([]),
  created_at: z.number().nullish(),
  first_reply_created_at: z.number().nullish(),
  last_activity_at: z.number().nullish(),
  updated_at: z.number().nullish(),
  meta: z.object({ sender: Contact.nullish(), assignee: z.object({ id }).nullish(), team: z.object({ id }).nullish() }),
})
export type Conversation = z.output<typeof Conversation>
export const Message = z.object({
  id,
  content: text,
  /** 0 came in, 1 went out, 2 says what happened, 3 is a template that went out. */
  message_type: z.number(),
  private: z.boolean().nullish(),
  created_at: z.number(),
  content_attributes: z.object({ deleted: z.boolean().nullish(), in_reply_to: id.nullish() }).nullish(),
  sender: z.object({ id: id.nullish(), type: z.string().nullish() }).nullish(),
  attachments: z.array(z.object({ file_type: text, data_url: text })).nullish(),
})
export type Message = z.output<typeof Message>

export const payloadOf = <T extends z.ZodType>(of: T) => z.object({ payload: z.array(of) })
export const ContactPage = payloadOf(Contact).extend({ meta: z.object({ count: z.coerce.number().catch(0) }) })
export const ConversationPage = z.object({
  data: payloadOf(Conversation).extend({ meta: z.object({ all_count: z.coerce.number().catch(0) }) }),
})
