import { isBody } from '../engine/filling.ts'
import { filled, repeated, required, type Found } from './fault.ts'
import type { Destination, FlowNode, FlowPart, Graph, NodeOf } from './graph.ts'
import { isPattern } from './patterns.ts'

/** What is missing in a block, or cannot be. */
export function dataFaults(node: FlowNode): Found[] {
  switch (node.kind) {
    case 'message':
      return [
        ...required('parts', node.data.parts.length > 0),
        ...node.data.parts.flatMap((part, at) => required(`parts.${at}`, isWhole(part))),
        ...node.data.parts.flatMap(sharedOption),
      ]
    case 'template':
      return required('template', filled(node.data.template))
    case 'menu':
      return ofMenu(node)
    case 'question':
      return ofQuestion(node)
    case 'condition':
      return [
        ...required('conditions', node.data.conditions.length + node.data.tests.length > 0),
        ...node.data.tests.flatMap(({ variable }, at) => required(`tests.${at}.variable`, filled(variable))),
      ]
    case 'split':
      return [
        ...(node.data.branches.length < 2 ? [{ code: 'fewBranches', field: 'branches' } as const] : []),
        ...(node.data.branches.every(({ weight }) => weight === 0)
          ? [{ code: 'noWeight', field: 'branches' } as const]
          : []),
        ...repeated(node.data.branches.map(({ id }) => id)).map((id): Found => ({ code: 'sameId', name: id })),
      ]
    case 'variable':
      return required('variable', filled(node.data.variable))
    case 'attribute':
      return required('attribute.key', filled(node.data.attribute.key))
    case 'tag':
      return required('tagIds', node.data.tagIds.length > 0)
    case 'action':
      return required('action', node.data.action !== null)
    case 'http':
      return ofHttp(node)
    case 'ai':
      return [
        ...required('instructions', filled(node.data.instructions)),
        ...required('text', filled(node.data.text)),
        ...required('variable', filled(node.data.variable)),
      ]
    case 'bot':
      return [...required('provider', filled(node.data.provider)), ...required('bot', filled(node.data.bot))]
    case 'survey':
      return required('survey', filled(node.data.survey))
    case 'people':
      return ofDestination(node.data.destination, 'destination')
    case 'flow':
      return required('flowId', node.data.flowId !== null)
    case 'start':
    case 'hours':
    case 'wait':
    case 'priority':
    case 'next':
    case 'close':
      return []
  }
}

function isWhole(part: FlowPart): boolean {
  switch (part.kind) {
    case 'text':
      return filled(part.text)
    case 'media':
      return part.media !== null
    case 'location':
      return part.lat !== null && part.lng !== null
    case 'contact':
      return filled(part.name) && filled(part.phone)
    case 'poll':
      return filled(part.question) && part.options.length > 1 && part.options.every(filled)
  }
}

/** Votes tell options apart by their words. */
function sharedOption(part: FlowPart, at: number): Found[] {
  if (part.kind !== 'poll') return []
  const [word] = repeated(part.options.map((option) => option.trim()).filter(Boolean))
  return word === undefined ? [] : [{ code: 'sameOption', field: `parts.${at}.options`, name: word }]
}

function ofMenu({ data: { text, options } }: NodeOf<'menu'>): Found[] {
  const words = options.flatMap(({ label, keys }, at) =>
    [label, ...keys].map((word) => ({ at, word: word.trim().toLocaleLowerCase() })),
  )
  const shared = words.find(
    ({ at, word }, place) =>
      word !== '' && words.some((other, spot) => spot < place && other.word === word && other.at !== at),
  )
  return [
    ...required('text', filled(text)),
    ...required('options', options.length > 0),
    ...options.flatMap(({ label }, at) => required(`options.${at}.label`, filled(label))),
    ...(shared ? [{ code: 'sameOption', field: `options.${shared.at}.label`, name: shared.word } as const] : []),
    ...repeated(options.map(({ id }) => id)).map((id): Found => ({ code: 'sameId', field: 'options', name: id })),
  ]
}

function ofQuestion({ data: { text, validation, attribute } }: NodeOf<'question'>): Found[] {
  const { kind, pattern, min, max } = validation
  return [
    ...required('text', filled(text)),
    ...(kind === 'pattern' && !filled(pattern) ? required('validation.pattern', false) : []),
    ...(kind === 'pattern' && filled(pattern) && !isPattern(pattern)
      ? [{ code: 'badPattern', field: 'validation.pattern' } as const]
      : []),
    ...(min !== null && max !== null && min > max ? [{ code: 'badRange', field: 'validation.max' } as const] : []),
    ...(attribute ? required('attribute.key', filled(attribute.key)) : []),
  ]
}

/** S5-093, reading 91. A host cannot be filled in by what a customer wrote: variables begin behind it. */
function ofHttp({ data: { url, headers, mapping, method, body } }: NodeOf<'http'>): Found[] {
  if (!filled(url)) return required('url', false)
  return [
    ...(isPublicAddress(url) ? [] : [{ code: 'badAddress', field: 'url' } as const]),
    ...headers.flatMap(({ name }, at) => (/^[A-Za-z0-9-]+$/.test(name) ? [] : required(`headers.${at}.name`, false))),
    ...mapping.flatMap(({ path, variable }, at) => [
      ...required(`mapping.${at}.path`, filled(path)),
      ...required(`mapping.${at}.variable`, filled(variable)),
    ]),
    ...(isBody(body) ? [] : [{ code: 'badBody', field: 'body' } as const]),
    ...(method === 'GET' && filled(body) ? [{ code: 'required', field: 'method' } as const] : []),
  ]
}

function isPublicAddress(url: string): boolean {
  const [, host] = /^https?:\/\/([^/?#]+)/i.exec(url) ?? []
  if (host === undefined || host.includes('{{') || host.includes('@')) return false
  return URL.canParse(url.replace(/\{\{\s*\w+\s*\}\}/g, 'x'))
}

const ofDestination = ({ to, queueId, userId }: Destination, field: string): Found[] => [
  ...(to === 'queue' ? required(`${field}.queueId`, queueId !== null) : []),
  ...(to === 'user' ? required(`${field}.userId`, userId !== null) : []),
]

/** What is missing in the settings of a flow. */
export function settingsFaults({ settings }: Graph): Found[] {
  const human = new Set(settings.humanKeywords.map((word) => word.toLocaleLowerCase()))
  return [
    ...ofDestination(settings.human, 'human'),
    ...ofDestination(settings.attempts, 'attempts'),
    ...ofDestination(settings.silent, 'silent'),
    ...settings.restartKeywords.flatMap((word, at): Found[] =>
      human.has(word.toLocaleLowerCase())
        ? [{ code: 'sharedKeyword', field: `restartKeywords.${at}`, name: word }]
        : [],
    ),
  ]
}
