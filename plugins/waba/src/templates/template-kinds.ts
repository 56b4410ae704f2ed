/* Components of templates, in the provider's own words. Free of any library: server and screens both use it. */

export const categories = ['MARKETING', 'UTILITY', 'AUTHENTICATION'] as const
export type Category = (typeof categories)[number]
/** The text of authentication templates is WhatsApp's own: they are imported and sent, but not written here. */
export const writableCategories = ['MARKETING', 'UTILITY'] as const satisfies readonly Category[]

/**
 * `DRAFT` is ours: written, not yet submitted. `UNKNOWN` is a status of the provider that is newer than this plugin.
 */
export const templateStatuses = [
  'DRAFT',
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
/** The provider is still deciding. */
export const isDeciding = (status: TemplateStatus): boolean => status === 'PENDING' || status === 'IN_APPEAL'
/** The provider takes a change of it: one that is being looked at is locked. */
export const isEditable = (status: TemplateStatus): boolean =>
  ['DRAFT', 'APPROVED', 'REJECTED', 'PAUSED'].includes(status)

export const qualities = ['GREEN', 'YELLOW', 'RED', 'UNKNOWN'] as const
export type Quality = (typeof qualities)[number]

/** States of an import from the provider. */
export const syncStates = ['running', 'done', 'failed'] as const

export const headerFormats = ['TEXT', 'IMAGE', 'VIDEO', 'DOCUMENT', 'LOCATION'] as const
export type HeaderFormat = (typeof headerFormats)[number]
export type MediaHeaderFormat = Extract<HeaderFormat, 'IMAGE' | 'VIDEO' | 'DOCUMENT'>
export const isMediaHeader = (format: HeaderFormat | null): format is MediaHeaderFormat =>
  format === 'IMAGE' || format === 'VIDEO' || format === 'DOCUMENT'

/** Variables are numbers from 1 on, or names. */
export const parameterFormats = ['POSITIONAL', 'NAMED'] as const
export type ParameterFormat = (typeof parameterFormats)[number]

/** S3-030, S3-031: text is a quick reply, phone a call; the code of a copy button is its example. */
export const buttonTypes = ['quickReply', 'url', 'call', 'copy'] as const
export type ButtonType = (typeof buttonTypes)[number]
export type TemplateButton =
  | { readonly type: 'quickReply'; readonly text: string }
  | { readonly type: 'url'; readonly text: string; readonly url: string; readonly example: string }
  | { readonly type: 'call'; readonly text: string; readonly phone: string }
  | { readonly type: 'copy'; readonly text: string; readonly code: string }
  /** A kind that only the provider's own tools write, kept as it came (one-time passwords, flows, catalogues). */
  | { readonly type: 'other'; readonly text: string; readonly providerType: string }

/** Examples by variable: without one for each, the provider cannot judge the template. */
export type Examples = Readonly<Record<string, string>>

/** Content written by the author of a template. `headerMediaId` is a stored example of the file that will be sent. */
export interface TemplateContent {
  readonly connectionId: string
  readonly name: string
  readonly language: string
  readonly category: Category | null
  readonly parameterFormat: ParameterFormat
  readonly headerFormat: HeaderFormat | null
  readonly headerText: string
  readonly headerExamples: Examples
  readonly headerMediaId: string | null
  readonly body: string
  readonly bodyExamples: Examples
  readonly footer: string
  readonly buttons: readonly TemplateButton[]
}
