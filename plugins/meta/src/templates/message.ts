import { fillVariables, variablesIn, type Part } from '@recado/sdk'
import type { MessengerTemplate } from './template.ts'

/*
 * Values of a message made from a template, in `vars` of its part: a variable of the body under its own name, one of
 * the header behind a prefix with a dot, which no variable has. Free of any library: picker and adapter both use it.
 */

const headerPrefix = 'header.'
export const headerKey = (variable: string): string => headerPrefix + variable

/** A message made from a template. `text`: its words as the contact reads them. */
export type TemplateMessage = Omit<Extract<Part, { kind: 'template' }>, 'header'>

/** One value that the template takes. */
export interface MessageField {
  readonly key: string
  readonly place: 'header' | 'body'
  readonly variable: string
  readonly example: string
}

type Texts = Pick<MessengerTemplate, 'header' | 'body'>

/** In the order in which the contact reads them. */
export function fieldsOf({ header, body }: Texts): MessageField[] {
  const of = (place: MessageField['place'], { text, examples }: MessengerTemplate['body']): MessageField[] =>
    variablesIn(text).map((variable) => ({
      key: place === 'header' ? headerKey(variable) : variable,
      place,
      variable,
      example: Object.hasOwn(examples, variable) ? examples[variable]! : '',
    }))
  return [...(header ? of('header', header) : []), ...of('body', body)]
}

export const missingOf = (template: Texts, values: Readonly<Record<string, string>>): string[] =>
  fieldsOf(template)
    .map(({ key }) => key)
    .filter((key) => (values[key] ?? '').trim() === '')

/** The words as the contact will read them; missing values stay visible. */
export function textOf({ header, body }: Texts, values: Readonly<Record<string, string>>): string {
  const ofHeader = Object.fromEntries(variablesOf(values).header)
  return [fillVariables(header?.text ?? '', ofHeader), fillVariables(body.text, values)]
    .filter((line) => line.trim() !== '')
    .join('\n')
}

export function partOf(
  template: Pick<MessengerTemplate, 'name' | 'language' | 'header' | 'body'>,
  values: Readonly<Record<string, string>>,
): TemplateMessage {
  const vars = Object.fromEntries(fieldsOf(template).map(({ key }) => [key, (values[key] ?? '').trim()]))
  return { kind: 'template', name: template.name, language: template.language, vars, text: textOf(template, vars) }
}

type Entries = [variable: string, value: string][]

function variablesOf(vars: Readonly<Record<string, string>>): { header: Entries; body: Entries } {
  const entries = Object.entries(vars)
  return {
    header: entries
      .filter(([key]) => key.startsWith(headerPrefix))
      .map(([key, value]) => [key.slice(headerPrefix.length), value]),
    body: entries.filter(([key]) => !key.includes('.')),
  }
}

/** `message.template` of a utility message. Numbers go by their order, names along with their values. */
export function templateMessage({ name, language, vars }: TemplateMessage): Record<string, unknown> {
  const { header, body } = variablesOf(vars)
  const component = (type: string, entries: Entries) =>
    entries.length === 0 ? [] : [{ type, parameters: inOrder(entries).map(parameterOf) }]
  return {
    name,
    language: { code: language },
    components: [...component('header', header), ...component('body', body)],
  }
}

const isNumber = (variable: string): boolean => /^\d+$/.test(variable)
const inOrder = (entries: Entries): Entries =>
  entries.toSorted(([a], [b]) => (isNumber(a) && isNumber(b) ? Number(a) - Number(b) : 0))
const parameterOf = ([variable, text]: Entries[number]): object => ({
  type: 'text',
  ...(!isNumber(variable) && { parameter_name: variable }),
  text,
})
