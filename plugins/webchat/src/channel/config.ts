import { HexColor } from '@recado/sdk'
import * as z from 'zod'

const HttpsUrl = z.url({ protocol: /^https$/ }).max(2_000)

/** `shop.example`, `*.shop.example`, `localhost:8080`. Strict, because these become part of a policy header. */
const Domain = z
  .string()
  .max(260)
  .regex(/^(\*\.)?([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(:\d{1,5})?$/)

const IdentitySecret = z.string().min(32).max(256).optional().meta({ secret: true })

/**
 * Settings of one web chat connection (S3-049 and what a widget needs beside it). Empty texts mean the widget's own
 * words in the visitor's language. The two secrets are read through `ctx.secrets`; the previous one stays valid while
 * a site changes its key.
 */
export const WebchatConfig = z.object({
  title: z.string().trim().max(60).default(''),
  footer: z.string().trim().max(120).default(''),
  headerColor: HexColor.default('#0f766e'),
  iconUrl: HttpsUrl.optional(),
  autoMaximize: z.boolean().default(false),
  offerHelp: z.boolean().default(true),
  helpMessage: z.string().trim().max(160).default(''),
  notificationSoundUrl: HttpsUrl.optional(),
  askContact: z.boolean().default(false),
  showAgents: z.boolean().default(true),
  position: z.enum(['right', 'left']).default('right'),
  allowedDomains: z.array(Domain).max(50).default([]),
  identitySecret: IdentitySecret,
  previousIdentitySecret: IdentitySecret,
})
export type WebchatConfig = z.output<typeof WebchatConfig>

/** Public facts of a connection: exactly those that the widget draws. */
export const PublicConfig = WebchatConfig.omit({
  allowedDomains: true,
  identitySecret: true,
  previousIdentitySecret: true,
})
export type PublicConfig = z.output<typeof PublicConfig>

/** Drops everything that is not for visitors. */
export const publicConfig = (config: Readonly<Record<string, unknown>>): PublicConfig => PublicConfig.parse(config)
