import { id, instant, type ConnectionId, type MediaId } from '@recado/sdk'
import * as z from 'zod'
import {
  categories,
  headerFormats,
  parameterFormats,
  qualities,
  syncStates,
  templateStatuses,
} from './template-kinds.ts'
import { limits } from './template-limits.ts'

/** Generous bounds for storing; template-rules.ts checks the provider's rules, with a sentence for each field. */
const stored = (limit: number) => z.string().max(limit * 4)
const Examples = z
  .record(z.string().max(100), stored(limits.example))
  .refine((examples) => Object.keys(examples).length <= 100)

const Button = z.discriminatedUnion('type', [
  z.object({ type: z.literal('quickReply'), text: stored(limits.buttonText) }),
  z.object({
    type: z.literal('url'),
    text: stored(limits.buttonText),
    url: stored(limits.url),
    example: stored(limits.url),
  }),
  z.object({ type: z.literal('call'), text: stored(limits.buttonText), phone: stored(limits.phone) }),
  z.object({ type: z.literal('copy'), text: stored(limits.buttonText), code: stored(limits.copyCode) }),
  z.object({ type: z.literal('other'), text: z.string(), providerType: z.string() }),
])

const content = {
  name: z.string(),
  language: z.string(),
  category: z.enum(categories).nullable(),
  parameterFormat: z.enum(parameterFormats),
  headerFormat: z.enum(headerFormats).nullable(),
  headerText: z.string(),
  headerExamples: Examples,
  headerMediaId: id<MediaId>().nullable(),
  body: z.string(),
  bodyExamples: Examples,
  footer: z.string(),
  buttons: z.array(Button),
}

/**
 * A template as its readers see it (S3-029). `connection` is the name of its WhatsApp connection, `wabaId` the
 * provider's id. `rejectedReason` in the provider's words. `headerMediaUrl` works for an hour. `editable`: whether the
 * provider takes a change now.
 */
export const Template = z.object({
  id: z.uuid(),
  ...content,
  connectionId: id<ConnectionId>(),
  connection: z.string().nullable(),
  wabaId: z.string().nullable(),
  status: z.enum(templateStatuses),
  rejectedReason: z.string().nullable(),
  quality: z.enum(qualities),
  headerMediaUrl: z.string().nullable(),
  editable: z.boolean(),
  updatedAt: instant,
})
export type Template = z.infer<typeof Template>
export const TemplatePage = z.object({ templates: z.array(Template), nextCursor: z.string().nullable() })
export type TemplatePage = z.infer<typeof TemplatePage>

/** Body that creates or replaces a template. A draft may be incomplete. */
export const TemplateDraft = z
  .object({
    connectionId: z.union([z.literal(''), id<ConnectionId>()]),
    name: z
      .string()
      .trim()
      .max(limits.name * 2),
    language: z.string().max(20),
    category: content.category.default(null),
    parameterFormat: content.parameterFormat.default('POSITIONAL'),
    headerFormat: content.headerFormat.default(null),
    headerText: stored(limits.headerText).default(''),
    headerExamples: Examples.default({}),
    headerMediaId: content.headerMediaId.default(null),
    body: stored(limits.body).default(''),
    bodyExamples: Examples.default({}),
    footer: stored(limits.footer).default(''),
    buttons: z.array(Button).max(20).default([]),
  })
  .strict()
export type TemplateDraft = z.output<typeof TemplateDraft>

/** A connection that templates can belong to. `canChange`: the provider takes changes of what was submitted. */
export const TemplateConnection = z.object({
  id: id<ConnectionId>(),
  name: z.string(),
  type: z.string(),
  isActive: z.boolean(),
  canChange: z.boolean(),
})
export type TemplateConnection = z.infer<typeof TemplateConnection>

/** State of a connection's last import. `error` is the provider's sentence. */
export const TemplateSync = z.object({
  connectionId: id<ConnectionId>(),
  state: z.enum(syncStates),
  seen: z.int(),
  error: z.string().nullable(),
  startedAt: instant,
  finishedAt: instant.nullable(),
})
export type TemplateSync = z.infer<typeof TemplateSync>

/** A stored file for a header. `url` works for an hour. */
export const HeaderMedia = z.object({
  id: id<MediaId>(),
  name: z.string().nullable(),
  mime: z.string(),
  bytes: z.int(),
  url: z.string(),
})
export type HeaderMedia = z.infer<typeof HeaderMedia>
