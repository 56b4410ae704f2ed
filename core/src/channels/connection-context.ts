import type {
  ConnectionContext,
  ConnectionId,
  InboundEvent,
  Logger,
  MediaPort,
  SealedState,
  Secrets,
  SessionState,
  TenantId,
  Topics,
} from '@recado/contracts'
import type { Database } from '../db/database.ts'
import type { WayOut } from './channel-catalogue.ts'
import { chatHistory } from './chat-history.ts'
import { connectionStateStore } from './state-store.ts'

/** Ports that the plugin host provides for one connection of a plugin. */
export interface ConnectionCapabilities extends WayOut {
  readonly config: Readonly<Record<string, unknown>>
  readonly secrets: Secrets
  readonly media: MediaPort
  readonly log: Logger
  readonly callbackUrl: URL | null
  readonly topics: Topics
  readonly sealed: SealedState
  readonly plugin: ConnectionContext<unknown>['plugin']
  readonly linkPreview: ConnectionContext<unknown>['linkPreview']
}

/** A connection's context: everything its adapter may touch, bound to tenant and connection. */
export function connectionContext(
  deps: {
    db: Database
    accept: (events: readonly InboundEvent[]) => Promise<void>
    setState: (state: SessionState) => void
  },
  connection: { id: string; tenantId: string; name: string },
  capabilities: ConnectionCapabilities,
  signal: AbortSignal,
): ConnectionContext<Record<string, unknown>> {
  return {
    tenant: connection.tenantId as TenantId,
    connection: connection.id as ConnectionId,
    name: connection.name,
    ...capabilities,
    signal,
    state: connectionStateStore(deps.db, connection.tenantId, connection.id),
    history: chatHistory(deps.db, connection.tenantId, connection.id, capabilities.media),
    emit: deps.accept,
    setState: deps.setState,
  }
}
