import {
  mint,
  Refusal,
  type AutomationAbout,
  type AutomationPort,
  type BlockCall,
  type Ticket,
  type TicketClockQuery,
  type TicketId,
  type TicketOnClock,
  type TicketPast,
} from '@recado/sdk'
import type { TestCompany } from '@recado/sdk/testing'
import { randomUUID } from 'node:crypto'

/** What a company's core answers about conversations, as a test says, and what was done in it. */
export interface PlayedCore {
  /** What the condition `label` asks about: tickets with the labels that they have. */
  readonly labels: Map<string, Set<string>>
  /** Actions that were done, as `<name> <value>`, in order, each key once. */
  readonly done: string[]
  readonly keys: string[]
  /** What the next action does before it is done: refuse or break. */
  interrupt: ((action: BlockCall) => void) | undefined
  readonly clocks: TicketOnClock[]
  readonly pasts: TicketPast[]
  /** How often conditions were asked about, and with how many conversations. */
  readonly asked: number[]
  ticket(): TicketId
}

const names = { conditions: ['label', 'broken'], actions: ['label', 'say', 'end'] } as const
const block = (name: string) => ({
  plugin: 'automations',
  pluginTitle: { en: 'A' },
  name,
  namespace: 'plugin.automations',
  words: name,
  icon: null,
  fields: [],
  about: name === 'said' ? 'message' : 'ticket',
  ends: name === 'end',
})

/**
 * Plays what core offers to automations: the condition `label` with its action, `say`, and a condition that cannot be
 * asked. Everything within one company.
 */
export function playCore(company: TestCompany): PlayedCore {
  const played: PlayedCore = {
    labels: new Map(),
    done: [],
    keys: [],
    interrupt: undefined,
    clocks: [],
    pasts: [],
    asked: [],
    ticket: () => {
      const id = mint<TicketId>(randomUUID())
      company.core.known.tickets.set(id, {
        id,
        name: `Maria ${id.slice(0, 4)}`,
        protocol: id.slice(0, 8),
        createdAt: '2026-01-01T00:00:00.000Z',
      } as unknown as Ticket)
      played.labels.set(id, new Set())
      return id
    },
  }
  const has = ({ name, input }: BlockCall, { ticket }: AutomationAbout) =>
    name === 'broken'
      ? { error: 'ERR_PLUGIN_FAILED' as const }
      : (played.labels.get(ticket)?.has(String(input['value'])) ?? false)
  const automation: AutomationPort = {
    offered: async () =>
      ({ conditions: [...names.conditions, 'said'].map(block), actions: names.actions.map(block) }) as never,
    require: async (kind, calls, _by, path) => {
      const unknown = calls.flatMap(({ name }, at) =>
        [...names[kind], 'said'].includes(name) ? [] : [{ path: `${path}.${at}`, message: 'is not offered' }],
      )
      if (unknown.length > 0) throw new Refusal('ERR_AUTOMATION_BLOCK', { issues: unknown })
    },
    test: async (calls, about) => {
      played.asked.push(about.length)
      return about.map((one) => calls.map((call) => has(call, one)))
    },
    act: async (action, { ticket }, { key }) => {
      const { interrupt } = played
      played.interrupt = undefined
      interrupt?.(action)
      if (played.keys.includes(key)) return
      played.keys.push(key)
      played.done.push(`${action.name} ${String(action.input['value'])}`)
      if (action.name === 'label') played.labels.get(ticket)?.add(String(action.input['value']))
    },
  }
  const within = ({ since }: TicketOnClock, { after, until }: TicketClockQuery): boolean =>
    (after === null || since > after) && since <= until
  const paged = <T>(all: readonly T[], { cursor = '0', limit = 100 }: { cursor?: string; limit?: number }) => {
    const [from, to] = [Number(cursor), Number(cursor) + limit]
    return { tickets: all.slice(from, to), nextCursor: to < all.length ? String(to) : null }
  }
  Object.assign(company.core, { automation })
  Object.assign(company.core.tickets, {
    onClock: async (query: TicketClockQuery) =>
      paged(
        played.clocks.filter((clock) => within(clock, query)).toSorted((a, b) => a.since.localeCompare(b.since)),
        query,
      ),
    past: async (query: { cursor?: string; limit?: number }) => paged(played.pasts, query),
  })
  return played
}

export const label = (value: string, negated = false) => ({
  plugin: 'automations',
  name: 'label',
  input: { value },
  negated,
})
export const act = (name: string, value: string): BlockCall => ({ plugin: 'automations', name, input: { value } })
