import * as z from 'zod'
import type { ImportNote } from '../flows/flow.ts'
import { optionOutlet } from '../graph/blocks.ts'
import { maxNodes, maxOptions, maxTextLength } from '../graph/limits.ts'

/* Flows with a canvas as older products of the family export them: nodes with interactions (what is said) and
   conditions (what an answer leads to), and one node of settings. */

const text = z.coerce.string().max(100_000).catch('')
const Id = z.coerce.string().max(200)
const Destiny = z.looseObject({ type: z.coerce.number().catch(0), destiny: z.unknown() })

const Interaction = z.looseObject({
  type: z.string().max(60),
  data: z
    .looseObject({
      message: text.optional(),
      values: z.array(z.unknown()).max(200).optional().catch(undefined),
      caption: text.optional(),
      name: text.optional(),
    })
    .catch({}),
})
const Condition = z.looseObject({
  type: z.enum(['R', 'US']).catch('R'),
  condition: z.array(text).max(200).catch([]),
  action: z.coerce.number().int().min(0).max(3).catch(0),
  nextStepId: Id.nullish().catch(null),
})
const pixels = z
  .union([
    z.number(),
    z
      .string()
      .max(30)
      .transform((entered) => Number.parseFloat(entered)),
  ])
  .pipe(z.number().min(-1_000_000).max(1_000_000))
  .catch(0)
const Node = z.looseObject({
  id: Id,
  name: text.optional(),
  type: z.string().max(60).catch('node'),
  left: pixels.optional(),
  top: pixels.optional(),
  interactions: z.array(Interaction).max(100).catch([]).default([]),
  conditions: z.array(Condition).max(200).catch([]).default([]),
  configurations: z
    .looseObject({
      notOptionsSelectMessage: z.looseObject({ message: text.optional() }).optional().catch(undefined),
      notResponseMessage: Destiny.extend({ time: z.coerce.number().catch(0) })
        .optional()
        .catch(undefined),
      welcomeMessage: z.looseObject({ message: text.optional() }).optional().catch(undefined),
      maxRetryBotMessage: Destiny.extend({ number: z.coerce.number().catch(0) })
        .optional()
        .catch(undefined),
      answerCloseTicket: z.array(z.unknown()).max(100).optional().catch(undefined),
      /** How it gave conversations to users: `N` for not at all. */
      autoDistributeTickets: z.string().optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
})
type Node = z.output<typeof Node>

export const ChatFlowFile = z.looseObject({
  nodeList: z.array(Node).min(1).max(maxNodes),
  lineList: z
    .array(z.looseObject({ from: Id, to: Id }))
    .max(2_000)
    .default([]),
})

interface Made {
  readonly nodes: object[]
  readonly edges: object[]
  readonly notes: ImportNote[]
}

/** The same flow as a graph of blocks, with what could not be taken over as it was. */
export function graphOfChatFlow({ nodeList, lineList }: z.output<typeof ChatFlowFile>): {
  graph: unknown
  notes: ImportNote[]
} {
  const made: Made = { nodes: [], edges: [], notes: [] }
  const talking = nodeList.filter(({ type }) => type !== 'start' && type !== 'configurations')
  const ids = new Map(talking.map(({ id }, at) => [id, `n${at + 1}`]))
  const config = nodeList.find(({ configurations }) => configurations)?.configurations
  const retries = Math.min(Math.max(Math.trunc(config?.maxRetryBotMessage?.number ?? 3), 1), 10)
  const invalidText = clip(config?.notOptionsSelectMessage?.message ?? '')
  if ((config?.answerCloseTicket ?? []).length > 0) made.notes.push({ code: 'actionLeft', at: 'answerCloseTicket' })
  // Here a queue distributes what it gets.
  if ((config?.autoDistributeTickets ?? 'N') !== 'N')
    made.notes.push({ code: 'actionLeft', at: 'autoDistributeTickets' })
  for (const node of talking) block(node, { ids, lineList, made, attempts: retries, invalidText })
  const starts = new Set(nodeList.filter(({ type }) => type === 'start').map(({ id }) => id))
  const first = lineList.find(({ from }) => starts.has(from))?.to ?? talking[0]?.id
  made.nodes.push({ id: 'start', kind: 'start', position: { x: 0, y: 0 } })
  const target = first === undefined ? undefined : ids.get(first)
  const welcome = clip(config?.welcomeMessage?.message ?? '')
  if (target !== undefined && welcome.trim() !== '') {
    made.nodes.push({
      id: 'welcome',
      kind: 'message',
      position: { x: 160, y: 0 },
      data: { parts: [{ kind: 'text', text: welcome }] },
    })
    connect(made, 'start', 'next', 'welcome')
    connect(made, 'welcome', 'next', target)
  } else if (target !== undefined) connect(made, 'start', 'next', target)
  return { graph: { nodes: made.nodes, edges: made.edges, settings: settingsOf(config, made) }, notes: made.notes }
}

const clip = (entered: string): string => entered.slice(0, maxTextLength)
const connect = ({ edges }: Made, from: string, outlet: string, to: string): void => {
  edges.push({ id: `e${edges.length + 1}`, from, outlet, to })
}

/**
 * Queues and users of another installation are unknown here: the place stays, and is a fault until somebody is chosen.
 */
function destinationOf(type: number, at: string, { notes }: Made): object {
  notes.push({ code: 'destinationLeft', at })
  return { to: type === 2 ? 'user' : 'queue' }
}

function settingsOf(config: Node['configurations'], made: Made): object {
  const silent = config?.notResponseMessage
  const retry = config?.maxRetryBotMessage
  return {
    ...(silent && {
      silentMinutes: Math.min(Math.max(Math.trunc(silent.time) || 60, 1), 43_200),
      ...(silent.destiny !== undefined &&
        silent.destiny !== null &&
        silent.destiny !== '' && {
          silent: destinationOf(silent.type, 'notResponseMessage', made),
        }),
    }),
    ...(retry?.destiny !== undefined &&
      retry.destiny !== null &&
      retry.destiny !== '' && {
        attempts: destinationOf(retry.type, 'maxRetryBotMessage', made),
      }),
  }
}

interface Around {
  readonly ids: ReadonlyMap<string, string>
  readonly lineList: readonly { readonly from: string; readonly to: string }[]
  readonly made: Made
  readonly attempts: number
  readonly invalidText: string
}

/** A node becomes a message of what it says, and a menu of what it asks, whose text is the last that it says. */
function block(node: Node, { ids, lineList, made, attempts, invalidText }: Around): void {
  const id = ids.get(node.id)!
  const texts = node.interactions.flatMap((interaction) => textsOf(interaction, node.id, made))
  const { listed, any } = conditionsOf(node, made)
  const asks = listed.length > 0 || any !== undefined
  const said = (asks ? texts.slice(0, -1) : texts).slice(0, 10)
  const position = { x: node.left ?? 0, y: node.top ?? 0 }
  const title = (node.name ?? '').slice(0, 80)
  const question = said.length > 0 || !asks ? `${id}q` : id
  if (said.length > 0 || !asks)
    made.nodes.push({
      id,
      kind: 'message',
      position,
      title,
      data: { parts: said.map((one) => ({ kind: 'text', text: clip(one) })) },
    })
  if (!asks) {
    const line = lineList.find(({ from }) => from === node.id)
    const next = line && ids.get(line.to)
    if (next !== undefined && next !== id) connect(made, id, 'next', next)
    return
  }
  if (question !== id) connect(made, id, 'next', question)
  const place = { x: position.x, y: position.y + (question === id ? 0 : 160) }
  const ask = { text: clip(texts.at(-1) ?? ''), attempts, invalidText }
  if (listed.length === 0) {
    made.nodes.push({ id: question, kind: 'question', position: place, title, data: ask })
    lead(any!, question, 'next', { ids, made, at: node.id })
    return
  }
  const options = listed.slice(0, maxOptions).map(({ condition }, at) => ({
    id: `o${at + 1}`,
    label: (condition[0] ?? '').trim().slice(0, 72),
    keys: condition.slice(1, 21).map((word) => word.trim().slice(0, 72)),
  }))
  if (listed.length > maxOptions) made.notes.push({ code: 'cut', at: node.id })
  made.nodes.push({
    id: question,
    kind: 'menu',
    position: place,
    title,
    // Any other answer leads on at once.
    data: { ...ask, ...(any && { attempts: 1 }), display: 'none', options },
  })
  for (const [at, option] of options.entries())
    lead(listed[at]!, question, optionOutlet(option.id), { ids, made, at: node.id })
  if (any) lead(any, question, 'invalid', { ids, made, at: node.id })
}

type Condition = Node['conditions'][number]
function conditionsOf({ id, conditions }: Node, { notes }: Made): { listed: Condition[]; any: Condition | undefined } {
  const anys = conditions.filter(({ type }) => type === 'US')
  if (anys.length > 1) notes.push({ code: 'lineLeft', at: id })
  return {
    listed: conditions.filter(({ type, condition }) => type === 'R' && (condition[0] ?? '').trim() !== ''),
    any: anys[0],
  }
}

function textsOf({ type, data }: Node['interactions'][number], at: string, { notes }: Made): string[] {
  switch (type) {
    case 'MessageField':
      return [data.message ?? '']
    case 'MessageOptionsField':
      return [[data.message ?? '', ...(data.values ?? []).map(wordOf)].filter((line) => line !== '').join('\n')]
    case 'MediaField':
      // The file is with the other installation.
      notes.push({ code: 'fileLeft', at })
      return (data.caption ?? '').trim() === '' ? [] : [data.caption!]
    default:
      notes.push({ code: 'blockLeft', at })
      return []
  }
}

function wordOf(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  const { value: inner } = z.looseObject({ value: text.optional() }).safeParse(value).data ?? {}
  return inner ?? ''
}

/** What an answer leads to: a step, or people of a queue or a user, which are to be chosen anew. */
function lead(
  { action, nextStepId }: Condition,
  from: string,
  outlet: string,
  { ids, made, at }: { ids: Around['ids']; made: Made; at: string },
): void {
  if (action === 0) {
    const to = nextStepId === null || nextStepId === undefined ? undefined : ids.get(nextStepId)
    if (to === undefined || to === from) made.notes.push({ code: 'lineLeft', at })
    else connect(made, from, outlet, to)
    return
  }
  const id = `p${made.nodes.length + 1}`
  if (action === 3) made.nodes.push({ id, kind: 'close', data: {} })
  else made.nodes.push({ id, kind: 'people', data: { destination: destinationOf(action, at, made) } })
  connect(made, from, outlet, id)
}
