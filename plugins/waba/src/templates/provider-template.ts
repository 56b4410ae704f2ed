import { variablesIn } from '@recado/sdk'
import * as z from 'zod'
import {
  categories,
  headerFormats,
  isMediaHeader,
  qualities,
  templateStatuses,
  type Category,
  type Examples,
  type ParameterFormat,
  type Quality,
  type TemplateButton,
  type TemplateContent,
  type TemplateStatus,
} from './template-kinds.ts'

/* Meta, "Template components": between what an author writes and what the provider stores. Pure. */

type Json = Readonly<Record<string, unknown>>
/** Content of a template, without its place. */
export type TemplateWords = Pick<
  TemplateContent,
  'parameterFormat' | 'headerFormat' | 'headerText' | 'headerExamples' | 'body' | 'bodyExamples' | 'footer' | 'buttons'
>

/* ---- towards the provider ---- */

const named = (text: string, examples: Examples): Json[] =>
  variablesIn(text).map((variable) => ({ param_name: variable, example: examples[variable] ?? '' }))
const numbered = (text: string, examples: Examples): string[] =>
  variablesIn(text)
    .toSorted((a, b) => Number(a) - Number(b))
    .map((variable) => examples[variable] ?? '')

/** @param headerHandle of the uploaded example; only for a header that is a file */
export function componentsOf(words: TemplateWords, headerHandle?: string): Json[] {
  const { headerFormat, body, bodyExamples, footer, buttons, parameterFormat } = words
  const bodyExample =
    variablesIn(body).length === 0
      ? {}
      : {
          example:
            parameterFormat === 'NAMED'
              ? { body_text_named_params: named(body, bodyExamples) }
              : { body_text: [numbered(body, bodyExamples)] },
        }
  return [
    ...(headerFormat === null ? [] : [headerComponent(words, headerHandle)]),
    { type: 'BODY', text: body, ...bodyExample },
    ...(footer.trim() === '' ? [] : [{ type: 'FOOTER', text: footer }]),
    ...(buttons.length === 0 ? [] : [{ type: 'BUTTONS', buttons: buttons.map(buttonComponent) }]),
  ]
}

function headerComponent(
  { headerFormat, headerText, headerExamples, parameterFormat }: TemplateWords,
  headerHandle: string | undefined,
): Json {
  if (isMediaHeader(headerFormat))
    return {
      type: 'HEADER',
      format: headerFormat,
      ...(headerHandle !== undefined && { example: { header_handle: [headerHandle] } }),
    }
  if (headerFormat !== 'TEXT') return { type: 'HEADER', format: headerFormat }
  const example =
    variablesIn(headerText).length === 0
      ? {}
      : {
          example:
            parameterFormat === 'NAMED'
              ? { header_text_named_params: named(headerText, headerExamples) }
              : { header_text: numbered(headerText, headerExamples) },
        }
  return { type: 'HEADER', format: 'TEXT', text: headerText, ...example }
}

function buttonComponent(button: TemplateButton): Json {
  switch (button.type) {
    case 'quickReply':
      return { type: 'QUICK_REPLY', text: button.text }
    case 'url':
      return {
        type: 'URL',
        text: button.text,
        url: button.url,
        ...(button.url.endsWith('{{1}}') && { example: [button.example] }),
      }
    case 'call':
      return { type: 'PHONE_NUMBER', text: button.text, phone_number: `+${button.phone.replace(/\D/g, '')}` }
    case 'copy':
      return { type: 'COPY_CODE', text: button.text, example: button.code }
    case 'other':
      return { type: button.providerType, text: button.text }
  }
}

/* ---- from the provider ---- */

const words = z.string().catch('')
const named_params = z
  .array(z.object({ param_name: z.string(), example: words }))
  .optional()
  .catch(undefined)
const Example = z
  .object({
    header_text: z.array(words).optional().catch(undefined),
    body_text: z
      .union([z.array(z.array(words)), z.array(words).transform((one) => [one])])
      .optional()
      .catch(undefined),
    header_text_named_params: named_params,
    body_text_named_params: named_params,
  })
  .default({})
  .catch({})
const Button = z.object({
  type: words,
  text: words,
  url: words,
  phone_number: words,
  example: z.union([z.string(), z.array(words).transform((all) => all[0] ?? '')]).catch(''),
})
const Component = z.object({
  type: words,
  format: words,
  text: words,
  example: Example,
  buttons: z.array(Button).catch([]),
})

/** One template as lists and single reads give it, at Meta and, in lower case and with fewer fields, at 360dialog. */
export const ProviderTemplate = z.object({
  id: z.coerce.string().min(1).max(100),
  name: z.string().min(1).max(512),
  language: z.string().min(1).max(20),
  status: words,
  category: words,
  parameter_format: words,
  rejected_reason: z.string().nullish().catch(null),
  quality_score: z.object({ score: words }).nullish().catch(null),
  components: z.array(Component).catch([]),
})
export type ProviderTemplate = z.output<typeof ProviderTemplate>

const byNumber = (values: readonly string[] = []): Examples =>
  Object.fromEntries(values.map((value, index) => [String(index + 1), value]))
const byName = (params: readonly { param_name: string; example: string }[] = []): Examples =>
  Object.fromEntries(params.map(({ param_name, example }) => [param_name, example]))
const known = <T extends string>(all: readonly T[], value: string): T | undefined =>
  all.find((one) => one === value.toUpperCase())

/** Content of a provider's template in our form. Never throws; content that we cannot write stays as it came. */
export function wordsOf({
  components,
  parameter_format,
}: Pick<ProviderTemplate, 'components' | 'parameter_format'>): TemplateWords {
  const find = (type: string) => components.find((component) => component.type.toUpperCase() === type)
  const [header, body, footer, buttons] = [find('HEADER'), find('BODY'), find('FOOTER'), find('BUTTONS')]
  const texts = [header?.text ?? '', body?.text ?? '']
  const isNamed =
    known(['NAMED'] as const, parameter_format) !== undefined ||
    texts.flatMap(variablesIn).some((variable) => !/^\d+$/.test(variable))
  const parameterFormat: ParameterFormat = isNamed ? 'NAMED' : 'POSITIONAL'
  return {
    parameterFormat,
    headerFormat: header ? (known(headerFormats, header.format) ?? (header.text === '' ? null : 'TEXT')) : null,
    headerText: header?.text ?? '',
    headerExamples: { ...byNumber(header?.example.header_text), ...byName(header?.example.header_text_named_params) },
    body: body?.text ?? '',
    bodyExamples: { ...byNumber(body?.example.body_text?.[0]), ...byName(body?.example.body_text_named_params) },
    footer: footer?.text ?? '',
    buttons: (buttons?.buttons ?? []).slice(0, 20).map(readButton),
  }
}

function readButton({ type, text, url, phone_number, example }: z.output<typeof Button>): TemplateButton {
  switch (type.toUpperCase()) {
    case 'QUICK_REPLY':
      return { type: 'quickReply', text }
    case 'URL':
      return { type: 'url', text, url, example }
    case 'PHONE_NUMBER':
      return { type: 'call', text, phone: phone_number }
    case 'COPY_CODE':
      return { type: 'copy', text, code: example }
    default:
      return { type: 'other', text, providerType: type.slice(0, 40) }
  }
}

/** Words of a notice or of 360dialog that are statuses under another name; FLAGGED warns and changes nothing. */
const otherNames: Readonly<Record<string, TemplateStatus>> = {
  SUBMITTED: 'PENDING',
  CREATED: 'PENDING',
  REINSTATED: 'APPROVED',
  UNARCHIVED: 'APPROVED',
  UNPAUSED: 'APPROVED',
  LOCKED: 'DISABLED',
}

/** The status in our vocabulary; undefined for a word that is no status. */
export function statusOf(word: string): TemplateStatus | undefined {
  const upper = word.toUpperCase()
  if (upper === '' || upper === 'FLAGGED') return undefined
  return otherNames[upper] ?? templateStatuses.find((status) => status === upper && status !== 'DRAFT') ?? 'UNKNOWN'
}
export const categoryOf = (word: string): Category | undefined => known(categories, word)
/** 360dialog says HIGH, MEDIUM and LOW where Meta names colours. */
export const qualityOf = (word: string): Quality =>
  ({ HIGH: 'GREEN', MEDIUM: 'YELLOW', LOW: 'RED' } as const)[word.toUpperCase()] ?? known(qualities, word) ?? 'UNKNOWN'
/** Null where nothing was rejected; both say so with a word. */
export const reasonOf = (word: string | null | undefined): string | null =>
  word == null || word === '' || word.toUpperCase() === 'NONE' ? null : word.slice(0, 2_000)
