import {
  fieldIssue,
  Refusal,
  ResponderDecision,
  serviceKinds,
  type CorePorts,
  type Message,
  type MessageId,
  type PluginContext,
  type PluginModule,
  type ResponderCode,
  type ResponderSpec,
  type ResponderTurn,
  type ServiceKind,
  type ServiceCall,
  type ServiceCallOptions,
  type ServiceMethod,
  type ServiceMethodName,
  type ServicePort,
  type Ticket,
  type TicketId,
} from '@recado/contracts'

/** A decision that the plugin made about a ticket, in an answer or between messages. */
export interface DecisionMade {
  readonly ticket: TicketId
  readonly decision: ResponderDecision
}

/** What responders of the plugin have, what it decided, and the replies that it expects. */
export interface MemoryResponders {
  /** Tickets that its responders have now. */
  readonly held: Set<TicketId>
  /** In order. */
  readonly decided: DecisionMade[]
  /** Closed tickets in which it expects a reply, and until when. */
  readonly expected: Map<TicketId, string>
  /** Tickets that it reopened with `replies.end`. */
  readonly reopened: TicketId[]
}

/** Ports over {@link MemoryResponders}: a decision other than `keep` ends the holding, as in core. */
export function respondersInMemory(
  tickets: ReadonlyMap<TicketId, Ticket>,
  messages: ReadonlyMap<MessageId, Message>,
  requireUse: (use: 'replies.expect') => void,
): { readonly responders: MemoryResponders; readonly ports: Pick<CorePorts, 'responders' | 'replies'> } {
  const responders: MemoryResponders = { held: new Set(), decided: [], expected: new Map(), reopened: [] }
  return {
    responders,
    ports: {
      responders: {
        holds: (ticket) => Promise.resolve(responders.held.has(ticket)),
        async decide(ticket, decision) {
          if (!responders.held.has(ticket)) return false
          settle(responders, ticket, ResponderDecision.parse(decision))
          return true
        },
      },
      replies: {
        async expect(ticket, { until }) {
          requireUse('replies.expect')
          const known = tickets.get(ticket)
          if (known?.status !== 'closed' || known.isGroup) return false
          responders.expected.set(ticket, until)
          return true
        },
        async end(ticket, { reopen = false } = {}) {
          requireUse('replies.expect')
          if (!responders.expected.delete(ticket)) return false
          if (reopen) responders.reopened.push(ticket)
          return true
        },
        async read(message) {
          requireUse('replies.expect')
          return messages.get(message)
        },
      },
    },
  }
}

function settle(responders: MemoryResponders, ticket: TicketId, decision: ResponderDecision): void {
  responders.decided.push({ ticket, decision })
  if (decision.kind !== 'keep') responders.held.delete(ticket)
}

/** Asks a responder of the plugin as core does. @throws what it throws, Refusal ERR_VALIDATION for its input */
export async function askResponder(
  { definition, implementation }: PluginModule,
  responders: MemoryResponders,
  name: string,
  input: unknown,
  turn: ResponderTurn,
  ctx: PluginContext,
  key: string,
): Promise<ResponderDecision> {
  const spec = (definition.responders as Record<string, ResponderSpec>)[name]
  if (!spec) throw new TypeError(`${definition.id} declares no responder ${name}`)
  const parsed = spec.input.safeParse(input)
  if (!parsed.success)
    throw new Refusal('ERR_VALIDATION', { issues: parsed.error.issues.map((issue) => fieldIssue(issue, 'input')) })
  responders.held.add(turn.ticket.id)
  const code = (implementation.responders as Record<string, ResponderCode>)[name]!
  const decision = ResponderDecision.parse(await code(parsed.data, turn, ctx, { key }))
  settle(responders, turn.ticket.id, decision)
  return decision
}

/** A provider of services that the test plays; see `core.played`. */
export type PlayedServices = Map<ServiceMethodName, (input: never, call: Pick<ServiceCall, 'tell'>) => unknown>

const methodOf = (name: ServiceMethodName): ServiceMethod => {
  const [kind, method] = name.split('.') as [ServiceKind, string]
  return (serviceKinds[kind] as Readonly<Record<string, ServiceMethod>>)[method]!
}

/** Gives pieces on as core does: those of a method that has them, up to their length together. */
function telling({ pieces }: ServiceMethod, onPiece: ServiceCallOptions['onPiece'] | undefined): ServiceCall['tell'] {
  let told = 0
  return async (piece) => {
    if (!pieces) throw new TypeError('this method has no pieces')
    if (typeof piece !== 'string') throw new TypeError('a piece is a text')
    if ((told += piece.length) > pieces.longest) throw new RangeError(`it said more than ${pieces.longest} characters`)
    await onPiece?.(piece)
  }
}

/** Services that the test plays, checked on both ways as core does. */
export function servicesInMemory(played: PlayedServices): ServicePort {
  const call = async (
    name: ServiceMethodName,
    input: unknown,
    { onPiece }: ServiceCallOptions = {},
  ): Promise<unknown> => {
    const method = methodOf(name)
    const { input: taken, output } = method
    const checked = taken.safeParse(input)
    if (!checked.success)
      throw new Refusal('ERR_VALIDATION', { issues: checked.error.issues.map((issue) => fieldIssue(issue, 'input')) })
    const provider = played.get(name)
    return provider && output.parse(await provider(checked.data as never, { tell: telling(method, onPiece) }))
  }
  return {
    providers: async (kind) =>
      [...played.keys()].some((name) => name.startsWith(`${kind}.`)) ? [{ plugin: 'played', title: 'Played' }] : [],
    call: call as ServicePort['call'],
    changed: () => Promise.resolve(),
  }
}

type Method = (input: unknown, ctx: PluginContext, call: ServiceCall) => Promise<unknown>

/** Calls a service that the plugin provides, as core does for `caller`. @throws what it throws */
export async function callService(
  { definition, implementation }: PluginModule,
  name: ServiceMethodName,
  input: unknown,
  ctx: PluginContext,
  { caller, onPiece }: Pick<ServiceCall, 'caller'> & { readonly onPiece: ServiceCallOptions['onPiece'] | undefined },
): Promise<unknown> {
  const [kind, method] = name.split('.') as [ServiceKind, string]
  const code = (implementation.services as Readonly<Record<string, Readonly<Record<string, Method>>>>)[kind]?.[method]
  if (!code) throw new TypeError(`${definition.id} does not provide ${name}`)
  const called = methodOf(name)
  const { input: taken, output } = called
  return output.parse(await code(taken.parse(input), ctx, { caller, tell: telling(called, onPiece) }))
}
