/** Connections of a node when nobody says otherwise: three nodes fit into what PostgreSQL allows by default. */
export const defaultConnections = 30
/** Fewer do not do for a node's work side by side. */
export const leastConnections = 12

/** Shares of one node's connections; together never more than its budget. */
export interface ConnectionShares {
  /** Raw queries and reads: the hot path. */
  readonly queries: number
  /** Transactions of tenants. */
  readonly transactions: number
  /** The job runner's: one is notified of new jobs, the others take them and write their results. */
  readonly jobs: number
  /** All plugins together. */
  readonly plugins: number
  /** The node's place among the nodes, the lock of its job runner, and what is opened for a moment. */
  readonly own: number
}

const own = 4
const mostJobs = 10

/**
 * Shares out the budget of a node. The only place where that is decided.
 * @param budget connections, at least {@link leastConnections}
 */
export function shareConnections(budget: number): ConnectionShares {
  const left = budget - own
  const jobs = Math.min(mostJobs, Math.max(2, Math.floor(left * 0.15)))
  const plugins = Math.max(2, Math.floor(left * 0.25))
  const transactions = Math.floor((left - jobs - plugins) / 2)
  return { own, jobs, plugins, transactions, queries: left - jobs - plugins - transactions }
}

/** Connections that a server has free, as a node sees it at its start. */
export interface ServerRoom {
  /** Connections that are not kept for superusers or by a reservation. */
  readonly open: number
  /** Connections of other databases of the cluster, at this moment. */
  readonly others: number
  /** Nodes of the installation, this one among them. */
  readonly nodes: number
}

/** Whether nodes with this budget fit into the server, as a sentence for a person where they do not. */
export function judgeBudget(
  budget: number,
  { open, others, nodes }: ServerRoom,
): { readonly refusal?: string; readonly warning?: string } {
  const room = open - others
  const has =
    `PostgreSQL has ${room} connections for this installation (max_connections less what is reserved` +
    `${others > 0 ? ` and ${others} of other databases` : ''})`
  if (budget > room) {
    const enough =
      room < leastConnections
        ? 'raise max_connections'
        : `set DATABASE_CONNECTIONS to ${room} or less, or raise max_connections`
    return { refusal: `DATABASE_CONNECTIONS is ${budget}, and ${has}: ${enough}.` }
  }
  if (budget * nodes <= room) return {}
  return {
    warning:
      `${nodes} nodes with DATABASE_CONNECTIONS ${budget} may need ${budget * nodes} connections, and ${has}: ` +
      `set it to ${Math.floor(room / nodes)} or less on every node, or raise max_connections.`,
  }
}
