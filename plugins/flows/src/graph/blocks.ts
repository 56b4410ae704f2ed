import type { BlockKind, FlowNode } from './graph.ts'

/**
 * A way out of a block. `name` is the word for it (`outlets.<name>`), `label` what the author called it, for options
 * and branches. `isOptional`: without an edge the flow's settings say what happens.
 */
export interface Outlet {
  readonly id: string
  readonly name: OutletName
  readonly label?: string
  readonly isOptional?: true
}
export const outletNames = [
  'next',
  'option',
  'invalid',
  'silent',
  'yes',
  'no',
  'open',
  'closed',
  'replied',
  'branch',
  'success',
  'error',
  'failed',
  'finished',
  'people',
] as const
export type OutletName = (typeof outletNames)[number]

/** Groups of the builder's palette. */
export const blockGroups = ['talk', 'decide', 'act', 'connect', 'end'] as const

interface Block<K extends BlockKind> {
  /** Name of an icon of the kit. */
  readonly icon: string
  readonly group: (typeof blockGroups)[number]
  /** The conversation stays here until something is written or a time comes: loops have to pass one of these. */
  readonly waits: boolean
  outlets(data: Extract<FlowNode, { kind: K }>['data']): readonly Outlet[]
}

const way = (name: OutletName): Outlet => ({ id: name, name })
const spare = (name: OutletName): Outlet => ({ id: name, name, isOptional: true })
const next = (): readonly Outlet[] => [way('next')]
const none = (): readonly Outlet[] => []

/** Outlet of an option or a branch. */
export const optionOutlet = (option: string): string => `option:${option}`
export const branchOutlet = (branch: string): string => `branch:${branch}`

/** All kinds of blocks, in the order of the palette. */
export const blocks: { readonly [K in BlockKind]: Block<K> } = {
  start: { icon: 'play', group: 'talk', waits: false, outlets: next },
  message: { icon: 'message-square', group: 'talk', waits: false, outlets: next },
  template: { icon: 'file-text', group: 'talk', waits: false, outlets: () => [way('next'), spare('failed')] },
  menu: {
    icon: 'list',
    group: 'talk',
    waits: true,
    outlets: ({ options }) => [
      ...options.map(({ id, label }): Outlet => ({ id: optionOutlet(id), name: 'option', label })),
      spare('invalid'),
      spare('silent'),
    ],
  },
  question: {
    icon: 'circle-help',
    group: 'talk',
    waits: true,
    outlets: () => [way('next'), spare('invalid'), spare('silent')],
  },
  condition: { icon: 'split', group: 'decide', waits: false, outlets: () => [way('yes'), way('no')] },
  hours: { icon: 'clock', group: 'decide', waits: false, outlets: () => [way('open'), way('closed')] },
  wait: {
    icon: 'hourglass',
    group: 'decide',
    waits: true,
    outlets: ({ until }) => (until === 'time' ? next() : [way('replied'), spare('silent')]),
  },
  split: {
    icon: 'shuffle',
    group: 'decide',
    waits: false,
    outlets: ({ branches }) =>
      branches.map(({ id, label }): Outlet => ({ id: branchOutlet(id), name: 'branch', label })),
  },
  variable: { icon: 'braces', group: 'act', waits: false, outlets: next },
  attribute: { icon: 'pencil', group: 'act', waits: false, outlets: () => [way('next'), spare('failed')] },
  tag: { icon: 'tag', group: 'act', waits: false, outlets: () => [way('next'), spare('failed')] },
  priority: { icon: 'flag', group: 'act', waits: false, outlets: next },
  action: { icon: 'zap', group: 'act', waits: false, outlets: () => [way('next'), spare('failed')] },
  http: { icon: 'globe', group: 'connect', waits: false, outlets: () => [way('success'), way('error')] },
  ai: { icon: 'sparkles', group: 'connect', waits: false, outlets: () => [way('success'), way('error')] },
  bot: {
    icon: 'bot',
    group: 'connect',
    waits: false,
    outlets: () => [way('finished'), way('failed'), spare('people'), spare('silent')],
  },
  survey: { icon: 'star', group: 'connect', waits: false, outlets: next },
  people: { icon: 'users', group: 'end', waits: false, outlets: none },
  next: { icon: 'chevron-right', group: 'end', waits: false, outlets: none },
  flow: { icon: 'workflow', group: 'end', waits: false, outlets: none },
  close: { icon: 'check', group: 'end', waits: false, outlets: none },
}

/** Ways out of this block, in their order. */
export function outletsOf(node: FlowNode): readonly Outlet[] {
  // The kind decides the data's type, which the compiler cannot follow through the table.
  return (blocks[node.kind] as Block<BlockKind>).outlets(node.data)
}
