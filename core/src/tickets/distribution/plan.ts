import type { Distribution } from '@recado/contracts'

/** An available user who may get tickets. */
export interface Agent {
  readonly id: string
  readonly queueIds: readonly string[]
  readonly open: number
}
/** A ticket that nobody has taken up. */
export interface Waiting {
  readonly id: string
  readonly queueId: string | null
  /** Rule of its queue. */
  readonly mode: Distribution
  /**
   * In whose wallet its contact is, of those who work here; empty where wallets do not count. Then it goes to them
   * alone.
   */
  readonly ownerIds: readonly string[]
  /** The user who had it last and gave it back, or let it lapse: they do not get it again. */
  readonly returnedBy: string | null
}
export interface Given {
  readonly ticketId: string
  readonly userId: string
}

/**
 * Assignments of waiting tickets, in their order. `capacity` is the greatest number of open tickets of a user, 0 for
 * any number; assignments count at once. `random` answers from 0 up to and without 1.
 */
export function planDistribution(
  waiting: readonly Waiting[],
  agents: readonly Agent[],
  capacity: number,
  random: () => number,
): Given[] {
  const open = new Map(agents.map((agent) => [agent.id, agent.open]))
  const given: Given[] = []
  for (const ticket of waiting) {
    const fitting = agents.filter((agent) => fits(ticket, agent) && (capacity === 0 || open.get(agent.id)! < capacity))
    const chosen = anyOf(ticket.mode === 'random' ? fitting : leastBusy(fitting, open), random)
    if (!chosen) continue
    open.set(chosen.id, open.get(chosen.id)! + 1)
    given.push({ ticketId: ticket.id, userId: chosen.id })
  }
  return given
}

function fits(ticket: Waiting, agent: Agent): boolean {
  if (agent.id === ticket.returnedBy) return false
  if (ticket.ownerIds.length > 0) return ticket.ownerIds.includes(agent.id)
  return ticket.mode !== 'none' && ticket.queueId !== null && agent.queueIds.includes(ticket.queueId)
}

/** Between several with as few, chance decides: nobody is always the first. */
function leastBusy(agents: readonly Agent[], open: ReadonlyMap<string, number>): Agent[] {
  const fewest = Math.min(...agents.map((agent) => open.get(agent.id)!))
  return agents.filter((agent) => open.get(agent.id) === fewest)
}

const anyOf = (agents: readonly Agent[], random: () => number): Agent | undefined =>
  agents[Math.floor(random() * agents.length)]
