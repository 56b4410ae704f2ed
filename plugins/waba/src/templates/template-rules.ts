import { variablePieces, variablesIn } from '@recado/sdk'
import {
  isMediaHeader,
  writableCategories,
  type Examples,
  type ParameterFormat,
  type TemplateButton,
  type TemplateContent,
} from './template-kinds.ts'
import { limits, namePattern, variableNamePattern } from './template-limits.ts'
import { languages } from './languages.ts'

/** Names of the rules; each has a sentence under `templates.rule.<name>` in every language. */
export const ruleNames = [
  'nameRequired',
  'namePattern',
  'nameTaken',
  'connectionRequired',
  'bodyRequired',
  'categoryRequired',
  'languageRequired',
  'tooLong',
  'variablesInOrder',
  'variableName',
  'variableMalformed',
  'tooManyVariables',
  'variableAtEdge',
  'variablesAdjacent',
  'exampleRequired',
  'noVariablesHere',
  'noLineBreaks',
  'headerTextRequired',
  'headerMediaRequired',
  'tooManyButtons',
  'tooManyOfKind',
  'buttonTextRequired',
  'buttonTextTwice',
  'quickRepliesTogether',
  'urlInvalid',
  'urlVariableAtEnd',
  'phoneInvalid',
  'codeRequired',
  'buttonUnsupported',
] as const
export type RuleName = (typeof ruleNames)[number]

/**
 * A mistake and its place: `name`, `body`, `bodyExamples.2`, `buttons.0.url`. `limit` and `variable` complete the
 * sentence.
 */
export interface Problem {
  readonly path: string
  readonly rule: RuleName
  readonly limit?: number
  readonly variable?: string
}

/** Requirements of a draft (S5-079, S5-080): without them it could not be found. */
export function draftProblems({ name, connectionId }: Pick<TemplateContent, 'name' | 'connectionId'>): Problem[] {
  return [...connectionProblems(connectionId), ...nameProblems(name)]
}

/**
 * Everything the provider would refuse, as far as it can be known before (S5-079…S5-084). Empty: it may be submitted.
 */
export function templateProblems(content: TemplateContent): Problem[] {
  return [
    ...draftProblems(content),
    ...(content.category === null || !(writableCategories as readonly string[]).includes(content.category)
      ? [{ path: 'category', rule: 'categoryRequired' } as const]
      : []),
    ...((languages as readonly string[]).includes(content.language)
      ? []
      : [{ path: 'language', rule: 'languageRequired' } as const]),
    ...headerProblems(content),
    ...bodyProblems(content),
    ...footerProblems(content.footer),
    ...buttonProblems(content.buttons),
  ]
}

const connectionProblems = (connectionId: string): Problem[] =>
  connectionId === '' ? [{ path: 'connectionId', rule: 'connectionRequired' }] : []

function nameProblems(name: string): Problem[] {
  if (name === '') return [{ path: 'name', rule: 'nameRequired' }]
  return [
    ...longerThan('name', name, limits.name),
    ...(namePattern.test(name) ? [] : [{ path: 'name', rule: 'namePattern' } as const]),
  ]
}

/** S5-083. */
function headerProblems({
  headerFormat,
  headerText,
  headerExamples,
  headerMediaId,
  parameterFormat,
}: TemplateContent): Problem[] {
  if (isMediaHeader(headerFormat))
    return headerMediaId === null ? [{ path: 'headerMediaId', rule: 'headerMediaRequired' }] : []
  if (headerFormat !== 'TEXT') return []
  if (headerText.trim() === '') return [{ path: 'headerText', rule: 'headerTextRequired' }]
  return [
    ...longerThan('headerText', headerText, limits.headerText),
    ...(/[\r\n]/.test(headerText) ? [{ path: 'headerText', rule: 'noLineBreaks' } as const] : []),
    ...(variablesIn(headerText).length > limits.headerVariables
      ? [{ path: 'headerText', rule: 'tooManyVariables', limit: limits.headerVariables } as const]
      : []),
    ...variableProblems('headerText', headerText, parameterFormat),
    ...exampleProblems('headerExamples', headerText, headerExamples),
  ]
}

/** S5-081, S5-084. */
function bodyProblems({ body, bodyExamples, parameterFormat }: TemplateContent): Problem[] {
  if (body.trim() === '') return [{ path: 'body', rule: 'bodyRequired' }]
  const pieces = variablePieces(body.trim())
  const atEdge = pieces[0]?.variable !== undefined || pieces.at(-1)?.variable !== undefined
  const adjacent = pieces.some(
    (piece, index) => piece.variable !== undefined && pieces[index + 1]?.variable !== undefined,
  )
  return [
    ...longerThan('body', body, limits.body),
    ...variableProblems('body', body, parameterFormat),
    ...(atEdge ? [{ path: 'body', rule: 'variableAtEdge' } as const] : []),
    ...(adjacent ? [{ path: 'body', rule: 'variablesAdjacent' } as const] : []),
    ...exampleProblems('bodyExamples', body, bodyExamples),
  ]
}

const footerProblems = (footer: string): Problem[] => [
  ...longerThan('footer', footer, limits.footer),
  ...(/\{\{|\}\}/.test(footer) ? [{ path: 'footer', rule: 'noVariablesHere' } as const] : []),
  ...(/[\r\n]/.test(footer) ? [{ path: 'footer', rule: 'noLineBreaks' } as const] : []),
]

/** Numbers run from 1 without a gap; names are words. Braces that open and never close are told apart from words. */
function variableProblems(path: string, text: string, format: ParameterFormat): Problem[] {
  const found = variablesIn(text)
  const isMalformed =
    variablePieces(text).some(({ text: piece, variable }) => variable === undefined && /\{\{|\}\}/.test(piece)) ||
    found.includes('')
  if (isMalformed) return [{ path, rule: 'variableMalformed' }]
  if (format === 'NAMED')
    return found
      .filter((variable) => !variableNamePattern.test(variable))
      .map((variable) => ({ path, rule: 'variableName', variable }))
  const wanted = new Set(found.map((_, index) => String(index + 1)))
  const stray = found.find((variable) => !wanted.has(variable))
  return stray === undefined ? [] : [{ path, rule: 'variablesInOrder', variable: stray }]
}

const exampleProblems = (path: string, text: string, examples: Examples): Problem[] =>
  variablesIn(text)
    .filter((variable) => variable !== '')
    .flatMap((variable): Problem[] => {
      const example = Object.hasOwn(examples, variable) ? examples[variable]!.trim() : ''
      return example === ''
        ? [{ path: `${path}.${variable}`, rule: 'exampleRequired', variable }]
        : longerThan(`${path}.${variable}`, example, limits.example)
    })

function buttonProblems(buttons: readonly TemplateButton[]): Problem[] {
  const tooMany = (type: TemplateButton['type'], limit: number): Problem[] =>
    buttons.flatMap((button, index) =>
      button.type === type && buttons.slice(0, index).filter((other) => other.type === type).length >= limit
        ? [{ path: `buttons.${index}`, rule: 'tooManyOfKind', limit }]
        : [],
    )
  const runs = buttons.filter(
    ({ type }, index) =>
      (type === 'quickReply') !== (buttons[index - 1]?.type === 'quickReply') && type === 'quickReply',
  ).length
  return [
    ...(buttons.length > limits.buttons
      ? [{ path: 'buttons', rule: 'tooManyButtons', limit: limits.buttons } as const]
      : []),
    ...tooMany('url', limits.urlButtons),
    ...tooMany('call', limits.callButtons),
    ...tooMany('copy', limits.copyButtons),
    ...(runs > 1 ? [{ path: 'buttons', rule: 'quickRepliesTogether' } as const] : []),
    ...buttons.flatMap((button, index) => [
      ...(button.text.trim() !== '' &&
      buttons.some((other, before) => before < index && other.text.trim() === button.text.trim())
        ? [{ path: `buttons.${index}.text`, rule: 'buttonTextTwice' } as const]
        : []),
      ...oneButton(button, `buttons.${index}`),
    ]),
  ]
}

function oneButton(button: TemplateButton, path: string): Problem[] {
  const text: Problem[] =
    button.text.trim() === ''
      ? [{ path: `${path}.text`, rule: 'buttonTextRequired' }]
      : [
          ...longerThan(`${path}.text`, button.text, limits.buttonText),
          ...(/\{\{|\}\}/.test(button.text) ? [{ path: `${path}.text`, rule: 'noVariablesHere' } as const] : []),
        ]
  switch (button.type) {
    case 'quickReply':
      return text
    case 'url':
      return [...text, ...urlProblems(button, path)]
    case 'call':
      return [
        ...text,
        ...(/^\+?\d{5,20}$/.test(button.phone.replace(/[\s().-]/g, ''))
          ? []
          : [{ path: `${path}.phone`, rule: 'phoneInvalid' } as const]),
      ]
    case 'copy':
      return [
        ...text,
        ...(button.code.trim() === ''
          ? [{ path: `${path}.code`, rule: 'codeRequired' } as const]
          : longerThan(`${path}.code`, button.code, limits.copyCode)),
      ]
    case 'other':
      return [{ path, rule: 'buttonUnsupported' }]
  }
}

/** An address may end in one variable, which makes it different for every message. */
function urlProblems({ url, example }: Extract<TemplateButton, { type: 'url' }>, path: string): Problem[] {
  const fixed = url.replace(/\{\{1\}\}$/, '')
  if (fixed.includes('{{') || fixed.includes('}}')) return [{ path: `${path}.url`, rule: 'urlVariableAtEnd' }]
  const isAddress = URL.canParse(fixed) && /^https?:$/.test(new URL(fixed).protocol)
  return [
    ...(isAddress
      ? longerThan(`${path}.url`, url, limits.url)
      : [{ path: `${path}.url`, rule: 'urlInvalid' } as const]),
    ...(fixed !== url && example.trim() === ''
      ? [{ path: `${path}.example`, rule: 'exampleRequired', variable: '1' } as const]
      : []),
  ]
}

/** Characters as people count them; the provider counts no differently as far as is known. */
export const lengthOf = (text: string): number => Array.from(text).length
const longerThan = (path: string, text: string, limit: number): Problem[] =>
  lengthOf(text) > limit ? [{ path, rule: 'tooLong', limit }] : []
