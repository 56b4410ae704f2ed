import type {
  ConnectionPush,
  PluginPush,
  PresencePush,
  StreamPosition,
  TicketFacts,
  TicketListPush,
  TypingPush,
  UserPush,
  Viewer,
  ContactPush,
} from '@recado/contracts'
import type { TicketMarks } from './ticket-marks.ts'

/**
 * A change of a ticket for open clients. `after` decides who may see it now; with `before`, users who could see it then
 * and cannot now get `ticket:remove`. `after` null: the ticket is gone for everyone. With `marks` each receiver gets
 * their own.
 */
export interface TicketChange {
  readonly ticketId: string
  readonly before?: TicketFacts
  readonly after: TicketFacts | null
  readonly marks?: TicketMarks
  readonly pushes: readonly TicketListPush[]
}

/**
 * Pushes to signed-in users. Each user has one sequenced stream; the server decides for each receiver, by the one
 * visibility policy, what goes into it. Called after commit, at most once: lost pushes are fetched after a resync.
 */
export interface Realtime {
  ticketChanged(tenantId: string, change: TicketChange): void
  typing(tenantId: string, facts: TicketFacts, push: TypingPush): void
  /** A user opened a ticket, has it open still, or left it. */
  presence(tenantId: string, facts: TicketFacts, push: PresencePush): void
  connectionChanged(tenantId: string, push: ConnectionPush): void
  /** A user came or left. */
  userChanged(tenantId: string, push: UserPush): void
  /** A contact was written down, changed or deleted. */
  contactChanged(tenantId: string, push: ContactPush): void
  /** A plugin tells these users; fleeting pushes are not numbered and never replayed. */
  pluginPushed(tenantId: string, users: readonly string[], push: PluginPush, isFleeting: boolean): void
  /** The bells of these users have another content: their screens read it again. */
  bellChanged(tenantId: string, users: readonly string[]): void
  /** Enabled plugins, settings or permissions changed: clients fetch the manifest again. */
  pluginsChanged(tenantId: string): void
  /** The installed plugins themselves changed: the same for everybody who is connected to this node. */
  pluginsReplaced(): void
  /** A push of this tenant was lost on this node: everybody of the tenant fetches again. */
  resync(tenantId: string): void
  /**
   * Where the stream of a user stands on this node, from which a socket of theirs can go on within two minutes: what is
   * read after this call and what is pushed from there on leave nothing out.
   */
  streamOf(viewer: Viewer): StreamPosition
  /** Ends every socket of a session on every node within a second. */
  endSession(sessionId: string, code: string): void
  /**
   * Whether anybody of the tenant is connected to any node, or may come back and be replayed; saves building pushes for
   * nobody.
   */
  hasListeners(tenantId: string): boolean
  /** Open sockets of this node. */
  sockets(): number
  close(): Promise<void>
}
