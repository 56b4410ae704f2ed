import { id, instant, type ConnectionId } from '@recado/sdk'
import * as z from 'zod'

/** How a request says to whom it sends: by number or address, by ticket, or by either. */
export const waysToSend = ['any', 'number', 'ticket'] as const
export type WayToSend = (typeof waysToSend)[number]

/** What a program may do with the token of a configuration. */
export const scopes = ['send', 'close', 'status'] as const
export type Scope = (typeof scopes)[number]

/** Of one company; nobody looks after more programs than that. */
export const maxConfigurations = 50
/** Hours for which the token before is accepted beside a new one, at most: a week. */
export const longestOverlapHours = 168

/** Core says which addresses may be told. */
const WebhookAddress = z.string().trim().min(1).max(2_000).nullable().default(null)

/** S3-028: what an administrator enters. The names of the fields are the family's. */
export const ConfigurationDraft = z
  .object({
    name: z.string().trim().min(1).max(100),
    /** The connection that it sends through. */
    sessionId: id<ConnectionId>(),
    urlServiceStatus: WebhookAddress,
    urlMessageStatus: WebhookAddress,
    isActive: z.boolean().default(true),
    sendBy: z.enum(waysToSend).default('any'),
    closeTicket: z.boolean().default(false),
    scopes: z
      .array(z.enum(scopes))
      .min(1)
      .transform((given) => scopes.filter((scope) => given.includes(scope)))
      .default([...scopes]),
  })
  .strict()
export type ConfigurationDraft = z.output<typeof ConfigurationDraft>

/** A token as it is shown: never the token itself. */
export const TokenShown = z.object({
  id: z.uuid(),
  last4: z.string(),
  createdAt: instant,
  endsAt: instant.nullable(),
  lastUsedAt: instant.nullable(),
})
export type TokenShown = z.infer<typeof TokenShown>

/** An API configuration; its tokens are those that are accepted now, the current one first. */
export const Configuration = z.object({
  id: z.uuid(),
  name: z.string(),
  sessionId: id<ConnectionId>(),
  urlServiceStatus: z.string().nullable(),
  urlMessageStatus: z.string().nullable(),
  isActive: z.boolean(),
  sendBy: z.enum(waysToSend),
  closeTicket: z.boolean(),
  scopes: z.array(z.enum(scopes)),
  tokens: z.array(TokenShown),
})
export type Configuration = z.infer<typeof Configuration>

/** The only answer in which a token stands, with the secret that webhooks are signed with. */
export const ConfigurationWithToken = z.object({
  configuration: Configuration,
  token: z.string(),
  webhookSecret: z.string(),
})
export type ConfigurationWithToken = z.infer<typeof ConfigurationWithToken>
