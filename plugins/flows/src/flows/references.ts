import { mint, Refusal, type ApprovedTemplate, type BlockCall, type CorePorts, type UserId } from '@recado/sdk'
import type { Fault } from '../graph/faults.ts'
import type { Destination, FlowNode, Graph } from '../graph/graph.ts'
import { approvedTemplates } from './templates.ts'

type Ports = Pick<CorePorts, 'automation' | 'queues' | 'users' | 'tags' | 'attributes' | 'services'>
/** What a flow names that the company has to have. `flow` is another flow that can be gone to. */
interface Reference {
  readonly kind: 'queue' | 'user' | 'tag' | 'attribute' | 'flow'
  readonly id: string
  readonly field: string
  readonly nodeId?: string
}

const mostUsers = 200

/** Faults that only the company's data show: what is named is not there, a block of a plugin cannot be used. */
export async function referenceFaults(graph: Graph, core: Ports, flows: ReadonlySet<string>): Promise<Fault[]> {
  const named = [...graph.nodes.flatMap(namedBy), ...ofSettings(graph)]
  const present = {
    queue: await idsOf(named, 'queue', () => core.queues.list()),
    tag: await idsOf(named, 'tag', () => core.tags.list()),
    user: new Set(await usersAmong(named, core)),
    attribute: new Set(
      named.some(({ kind }) => kind === 'attribute')
        ? (await core.attributes.list()).map(({ owner, key }) => `${owner} ${key}`)
        : [],
    ),
    flow: flows,
  }
  const gone = named
    .filter(({ kind, id }) => !present[kind].has(id))
    .map(({ nodeId, field }): Fault => ({
      code: 'gone',
      severity: 'error',
      field,
      ...(nodeId !== undefined && { nodeId }),
    }))
  return [
    ...gone,
    ...(await unusableBlocks(graph, core.automation)),
    ...(await speechlessBots(graph, core.services)),
    ...(await templateFaults(graph, core.services)),
  ]
}

const destination = (of: Destination, field: string): Reference[] => [
  ...(of.to === 'queue' && of.queueId !== null
    ? [{ kind: 'queue', id: of.queueId, field: `${field}.queueId` } as const]
    : []),
  ...(of.to === 'user' && of.userId !== null
    ? [{ kind: 'user', id: of.userId, field: `${field}.userId` } as const]
    : []),
]

function namedBy(node: FlowNode): Reference[] {
  return referencesOf(node).map((reference) => ({ ...reference, nodeId: node.id }))
}

function referencesOf(node: FlowNode): Reference[] {
  switch (node.kind) {
    case 'people':
      return destination(node.data.destination, 'destination')
    case 'hours':
      return node.data.queueId === null ? [] : [{ kind: 'queue', id: node.data.queueId, field: 'queueId' }]
    case 'tag':
      return node.data.tagIds.map((id, at) => ({ kind: 'tag', id, field: `tagIds.${at}` }))
    case 'flow':
      return node.data.flowId === null ? [] : [{ kind: 'flow', id: node.data.flowId, field: 'flowId' }]
    case 'question':
    case 'attribute': {
      const { attribute } = node.data
      return attribute === null || attribute.key === ''
        ? []
        : [{ kind: 'attribute', id: `${attribute.of} ${attribute.key}`, field: 'attribute.key' }]
    }
    default:
      return []
  }
}

const ofSettings = ({ settings }: Graph): Reference[] => [
  ...destination(settings.human, 'human'),
  ...destination(settings.attempts, 'attempts'),
  ...destination(settings.silent, 'silent'),
]

async function idsOf(
  named: readonly Reference[],
  kind: Reference['kind'],
  list: () => Promise<readonly { readonly id: string }[]>,
): Promise<ReadonlySet<string>> {
  return new Set(named.some((one) => one.kind === kind) ? (await list()).map(({ id }) => id) : [])
}

async function usersAmong(named: readonly Reference[], { users }: Ports): Promise<string[]> {
  const ids = [...new Set(named.filter(({ kind }) => kind === 'user').map(({ id }) => mint<UserId>(id)))]
  const pages = Array.from({ length: Math.ceil(ids.length / mostUsers) }, (_none, page) =>
    users.named(ids.slice(page * mostUsers, (page + 1) * mostUsers)),
  )
  return (await Promise.all(pages))
    .flat()
    .filter(({ isActive }) => isActive)
    .map(({ id }) => id)
}

interface Placed {
  readonly part: 'conditions' | 'actions'
  readonly nodeId: string
  readonly field: string
  readonly call: BlockCall
}

/** Bots whose plugin the company does not have. */
async function speechlessBots({ nodes }: Graph, services: Ports['services']): Promise<Fault[]> {
  const bots = nodes.filter((node) => node.kind === 'bot').filter(({ data }) => data.provider !== '')
  if (bots.length === 0) return []
  const speaking = new Set((await services.providers('bot')).map(({ plugin }) => plugin))
  return bots
    .filter(({ data }) => !speaking.has(data.provider))
    .map(({ id, data }) => ({
      code: 'unusable',
      severity: 'error',
      nodeId: id,
      field: 'provider',
      name: data.provider,
    }))
}

/** Templates that no connection can send now, and values that one needs and does not have. */
async function templateFaults({ nodes }: Graph, services: Ports['services']): Promise<Fault[]> {
  const blocks = nodes.filter((node) => node.kind === 'template').filter(({ data }) => data.template !== '')
  const named = [...new Map(blocks.map(({ data }) => [keyOfTemplate(data), data])).values()]
  const approved = await approvedAmong(
    named.map(({ template, language }) => ({ name: template, language })),
    services,
  )
  return blocks.flatMap(({ id, data }): Fault[] => {
    const of = { severity: 'error', nodeId: id } as const
    const found = approved.get(keyOfTemplate(data))
    if (!found) return [{ ...of, code: 'unapproved', field: 'template', name: data.template }]
    return found.fields
      .filter(({ key, optional }) => !optional && (data.values[key] ?? '').trim() === '')
      .map(({ label }) => ({ ...of, code: 'noValue', field: 'values', name: label }))
  })
}

const keyOfTemplate = ({ template, language }: { readonly template: string; readonly language: string }): string =>
  `${language} ${template}`

/** What providers have of these; one that is broken has nothing. */
async function approvedAmong(
  named: readonly { readonly name: string; readonly language: string }[],
  services: Ports['services'],
): Promise<ReadonlyMap<string, ApprovedTemplate>> {
  if (named.length === 0) return new Map()
  const pages = Array.from({ length: Math.ceil(named.length / namedAtOnce) }, (_none, page) =>
    named.slice(page * namedAtOnce, (page + 1) * namedAtOnce),
  )
  const found = await Promise.all(pages.map((page) => approvedTemplates({ named: page }, services)))
  return new Map(
    found.flat().map((template) => [keyOfTemplate({ template: template.name, language: template.language }), template]),
  )
}
/** Several connections may have a template of one name: an answer holds {@link mostTemplates} of all of them. */
const namedAtOnce = 20

/** Conditions and actions of plugins that are not offered, or whose input does not fit. */
async function unusableBlocks(graph: Graph, automation: Ports['automation']): Promise<Fault[]> {
  const calls = graph.nodes.flatMap((node): Placed[] => {
    switch (node.kind) {
      case 'condition':
        return node.data.conditions.map(({ negated: _ofFlow, ...call }, at) => ({
          part: 'conditions',
          nodeId: node.id,
          field: `conditions.${at}`,
          call,
        }))
      case 'action':
        return node.data.action ? [{ part: 'actions', nodeId: node.id, field: 'action', call: node.data.action }] : []
      default:
        return []
    }
  })
  const found = await Promise.all(
    calls.map(async ({ part, nodeId, field, call }): Promise<Fault[]> => {
      const code = await faultOf(automation, part, call)
      const name = `${call.plugin}.${call.name}`
      if (code === undefined) return []
      return [{ code, severity: 'error', nodeId, field, ...(code === 'unusable' && { name }) }]
    }),
  )
  return found.flat()
}

/** What is wrong with a block of a plugin: it is filled in wrongly or not at all, or not offered. */
async function faultOf(
  automation: Ports['automation'],
  part: 'conditions' | 'actions',
  call: BlockCall,
): Promise<'required' | 'unusable' | undefined> {
  try {
    await automation.require(part, [call], 'automation', 'block')
    return undefined
  } catch (error) {
    if (!Refusal.is(error)) throw error
    return error.code === 'ERR_VALIDATION' ? 'required' : 'unusable'
  }
}
