import { fillVariables, guessedValues, variablesIn, type TemplateFacts } from '@recado/sdk'
import { buttonKey, headerKey, locationKeys } from './message-vars.ts'
import { isMediaHeader, type MediaHeaderFormat, type TemplateButton } from './template-kinds.ts'
import type { Template } from './template.ts'

/* Fields to fill in when a template is sent, and the resulting part. Free of any library: a panel imports it. */

export type SendableTemplate = Pick<
  Template,
  | 'name'
  | 'language'
  | 'category'
  | 'headerFormat'
  | 'headerText'
  | 'headerExamples'
  | 'body'
  | 'bodyExamples'
  | 'footer'
> & { readonly buttons: readonly TemplateButton[] }

/** One value. `key` is that of `vars`; `example` shows what is meant. */
export type MessageField =
  | { readonly kind: 'header' | 'body'; readonly key: string; readonly variable: string; readonly example: string }
  | { readonly kind: 'url' | 'code'; readonly key: string; readonly text: string; readonly example: string }
  | { readonly kind: 'place'; readonly key: string; readonly part: keyof typeof locationKeys; readonly example: string }

/** The template's values in the order in which the customer reads them, without the file of a header. */
export function fieldsOf({
  headerFormat,
  headerText,
  headerExamples,
  body,
  bodyExamples,
  buttons,
}: SendableTemplate): MessageField[] {
  const header: MessageField[] =
    headerFormat === 'TEXT'
      ? variablesIn(headerText).map((variable) => ({
          kind: 'header',
          key: headerKey(variable),
          variable,
          example: headerExamples[variable] ?? '',
        }))
      : []
  const place: MessageField[] =
    headerFormat === 'LOCATION'
      ? (Object.keys(locationKeys) as (keyof typeof locationKeys)[]).map((part) => ({
          kind: 'place',
          key: locationKeys[part],
          part,
          example: '',
        }))
      : []
  return [
    ...header,
    ...place,
    ...variablesIn(body).map((variable): MessageField => ({
      kind: 'body',
      key: variable,
      variable,
      example: bodyExamples[variable] ?? '',
    })),
    ...buttons.flatMap((button, index): MessageField[] => {
      if (button.type === 'url' && button.url.endsWith('{{1}}'))
        return [{ kind: 'url', key: buttonKey(index, 'url'), text: button.text, example: endOf(button) }]
      return button.type === 'copy'
        ? [{ kind: 'code', key: buttonKey(index, 'code'), text: button.text, example: button.code }]
        : []
    }),
  ]
}

/** Of an example that is the whole address, what is in the place of the variable. */
const endOf = ({ url, example }: Extract<TemplateButton, { type: 'url' }>): string => {
  const fixed = url.slice(0, -'{{1}}'.length)
  return example.startsWith(fixed) ? example.slice(fixed.length) : example
}

export const fileOf = ({ headerFormat }: Pick<SendableTemplate, 'headerFormat'>): MediaHeaderFormat | null =>
  isMediaHeader(headerFormat) ? headerFormat : null

/**
 * Kinds of buttons of Meta's own tools that need nothing which cannot be given here. A one-time password is the code of
 * the body once more.
 */
const sendable: readonly string[] = ['OTP', 'VOICE_CALL', 'PHONE_NUMBER', 'QUICK_REPLY']
export const isSendable = ({ buttons }: Pick<SendableTemplate, 'buttons'>): boolean =>
  buttons.every((button) => button.type !== 'other' || sendable.includes(button.providerType))

export type FieldProblem = 'required' | 'degrees'
/** By key; empty when everything that must be there is. Of a place, name and address may be left out. */
export function fieldProblems(
  fields: readonly MessageField[],
  values: Readonly<Record<string, string>>,
): Record<string, FieldProblem> {
  return Object.fromEntries(
    fields.flatMap((field): [string, FieldProblem][] => {
      const value = (values[field.key] ?? '').trim()
      if (field.kind !== 'place') return value === '' ? [[field.key, 'required']] : []
      if (field.part === 'name' || field.part === 'address') return []
      const limit = field.part === 'latitude' ? 90 : 180
      return value !== '' && Math.abs(Number(value)) <= limit ? [] : [[field.key, 'degrees']]
    }),
  )
}

/** The text as the customer will read it; missing values stay visible. */
export function textOf(
  { headerFormat, headerText, body, footer }: SendableTemplate,
  values: Readonly<Record<string, string>>,
): string {
  const headerValues = Object.fromEntries(
    variablesIn(headerText).map((variable) => [variable, values[headerKey(variable)] ?? '']),
  )
  return [headerFormat === 'TEXT' ? fillVariables(headerText, headerValues) : '', fillVariables(body, values), footer]
    .filter((line) => line.trim() !== '')
    .join('\n')
}

/** A part as `composer.sendParts` takes it. */
export interface TemplateMessagePart {
  readonly kind: 'template'
  readonly name: string
  readonly language: string
  readonly vars: Record<string, string>
  readonly header?: string
  readonly text: string
}

/** @param headerPath where the file of a header that is one is shown: the proof that it may be sent */
export function partOf(
  template: SendableTemplate,
  values: Readonly<Record<string, string>>,
  headerPath: string | null,
): TemplateMessagePart {
  const filled = Object.fromEntries(
    fieldsOf(template)
      .map(({ key }) => [key, (values[key] ?? '').trim()] as const)
      .filter(([, value]) => value !== ''),
  )
  const code = filled['1'] ?? ''
  const passwords = template.buttons.flatMap((button, index) =>
    button.type === 'other' && button.providerType === 'OTP' && code !== ''
      ? [[buttonKey(index, 'url'), code] as const]
      : [],
  )
  return {
    kind: 'template',
    name: template.name,
    language: template.language,
    vars: { ...filled, ...Object.fromEntries(passwords) },
    ...(fileOf(template) !== null && headerPath !== null && { header: headerPath }),
    text: textOf(template, filled),
  }
}

/** A first guess at the values, which the agent sees and may change. */
export function prefill(
  { headerFormat, headerText, body }: SendableTemplate,
  facts: TemplateFacts,
): Record<string, string> {
  const ofHeader = guessedValues(headerFormat === 'TEXT' ? headerText : '', facts)
  return {
    ...Object.fromEntries(Object.entries(ofHeader).map(([variable, value]) => [headerKey(variable), value])),
    ...guessedValues(body, facts),
  }
}
