import { id, instant, type ConnectionId } from '@recado/sdk'
import * as z from 'zod'
import { maxAddressLength, maxNameLength, scopes, waysToSend } from './limits.ts'

/** Core says which addresses may be told. */
const WebhookAddress = z.string().trim().min(1).max(maxAddressLength).nullable().default(null)

/** S3-028: what an administrator enters. The names of the fields are the family's. */
export const ConfigurationDraft = z
  .object({
    name: z.string().trim().min(1).max(maxNameLength),
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
