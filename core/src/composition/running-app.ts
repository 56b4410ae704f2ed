import type { Database } from '../db/database.ts'
import type { Http } from '../http/server.ts'
import type { PluginHost } from '../plugins/host.ts'

/** A running node. */
export interface App {
  readonly port: number
  readonly http: Http
  readonly plugins: PluginHost
  readonly db: Database
  /** Opens at once what was stored behind the services' back: the connections of a company that was just made. */
  openConnections(): Promise<void>
  /**
   * Moves at once what time and rules move: tickets that have been idle for too long, those whose responder is overdue,
   * and those that wait for somebody.
   */
  moveTickets(): Promise<void>
  /** Looks at once for the records that prove domains, of those that nobody has looked at for a day. */
  checkDomains(): Promise<void>
  /** Removes at once what was uploaded more than a day ago and never sent. */
  sweepUploads(): Promise<void>
  /** Brings the numbers about what has happened up to date at once. */
  sweepFacts(): Promise<void>
  /** Asks companies whose opening hours changed when it is open. */
  sweepOpenings(): Promise<void>
  /** Deletes at once the previews of links that have expired. */
  sweepLinkPreviews(): Promise<void>
  /** Deletes at once the deliveries of webhooks that are done and a month old. */
  sweepWebhooks(): Promise<void>
  /** Deletes at once what is older than its retention. */
  sweepRetention(): Promise<void>
  /** Sends at once the messages whose time has come. */
  sendScheduled(): Promise<void>
  /** Makes at once the indexes that an extension of the database has come to offer. */
  makeIndexes(): Promise<void>
  /**
   * Drains: `/readyz` answers 503 at once, and the node serves on until `grace` resolves (at once when absent). Then no
   * new work is taken, what runs may end, and what the node holds is given back, within nine seconds. Answers the names
   * of the parts that could not be closed. A later call answers what the first one does.
   */
  close(grace?: Promise<void>): Promise<readonly string[]>
}
