import type {
  ConnectionContext,
  InboundEvent,
  Logger,
  Part,
  PluginWork,
  SentLink,
  SessionState,
} from '@recado/contracts'
import { BriefCache } from '../base/brief-cache.ts'
import type { EventBus } from '../bus/bus.ts'
import type { Database } from '../db/database.ts'
import type { MediaStore } from '../media/media.ts'
import { secretsIn } from '../vault/secrets.ts'
import type { BoundTo } from '../vault/vault.ts'
import { topicsIn } from '../bus/scoped-topics.ts'
import type { Vault } from '../vault/vault.ts'
import type { ChannelCatalogue, ChannelType } from './channel-catalogue.ts'
import { connectionContext } from './connection-context.ts'
import { connectionSealedState } from './sealed-state.ts'
import type { Inbound } from './inbound.ts'
import type { Source } from './inbound-source.ts'
import { trialContext } from './trial-context.ts'

/** A connection as the front door knows it, found by its id alone. */
export interface KnownConnection extends Source {
  readonly id: string
  readonly name: string
  readonly plugin: string
  readonly hookSecret: string
  readonly active: boolean
  readonly channel: ChannelType
  readonly config: Readonly<Record<string, unknown>>
  /** The address of the proxy that its requests go through; holds credentials. */
  readonly proxy: string | undefined
  /** Target of its secrets; see `SettingsForm.target`. */
  readonly target: BoundTo
}

/** Settings to test, with the place that they are for. */
export type Trial = Pick<KnownConnection, 'id' | 'tenantId' | 'name' | 'hookSecret' | 'channel' | 'config'>

export interface DirectoryDeps {
  readonly db: Database
  readonly bus: EventBus
  readonly vault: Vault
  readonly media: MediaStore
  readonly channels: ChannelCatalogue
  readonly log: Logger
  /** Address of this installation for providers; without it no connection has a callback. */
  readonly publicUrl: string | undefined
  /** Name of this node, which holds connections. */
  readonly node: string
  /** Given later, because inbound needs the directory's connections and the other way round. */
  readonly inbound: () => Inbound
  /** What a page says of itself behind the link of a message that a channel type sends. */
  readonly linkPreview: (tenantId: string, parts: readonly Part[], type: string) => Promise<SentLink | undefined>
  readonly setState: (connection: KnownConnection, state: SessionState) => void
  /** The plugin of a channel type as it works for a company; given later, because plugins bring the channels. */
  readonly pluginOf: (plugin: string, tenantId: string, signal: AbortSignal) => Promise<PluginWork>
}

const changedTopic = 'connections.changed'
const cacheMs = 30_000
const cachedConnections = 10_000

/** Connections by id, cached on every node and forgotten on all of them when one is changed. */
export class ConnectionDirectory {
  readonly #deps: DirectoryDeps
  readonly #cache = new BriefCache<KnownConnection | undefined>(cacheMs, cachedConnections)
  readonly #stop: readonly (() => void)[]

  constructor(deps: DirectoryDeps) {
    this.#deps = deps
    this.#stop = [
      deps.bus.on(changedTopic, (data) => this.#cache.forget((data as { connectionId: string }).connectionId)),
      deps.channels.onReplaced(() => this.#cache.clear()),
    ]
  }

  /** Undefined for an id that is unknown, deleted, or of a channel type that no plugin provides. */
  find(connectionId: string): Promise<KnownConnection | undefined> {
    return this.#cache.get(connectionId, async () => {
      const found = await this.#load(connectionId)
      // Ids can be invented: cached, they would evict the connections that exist.
      if (!found) this.#cache.forget(connectionId)
      return found
    })
  }

  /** As it is stored now, whether or not its change has been announced. */
  findAnew(connectionId: string): Promise<KnownConnection | undefined> {
    this.#cache.forget(connectionId)
    return this.find(connectionId)
  }

  /** Call after the commit that changed the connection. */
  changed(connectionId: string): void {
    this.#cache.forget(connectionId)
    this.#deps.bus.emit(changedTopic, { connectionId })
  }

  onChanged(listener: (connectionId: string) => void): () => void {
    return this.#deps.bus.on(changedTopic, (data) => listener((data as { connectionId: string }).connectionId))
  }

  /** Null for a channel without webhook, and without a public address. */
  callbackUrl({
    id,
    plugin,
    hookSecret,
    channel,
  }: Pick<KnownConnection, 'id' | 'plugin' | 'hookSecret' | 'channel'>): URL | null {
    const { publicUrl } = this.#deps
    return publicUrl !== undefined && channel.implementation.webhook
      ? new URL(`${publicUrl}/hooks/${plugin}/${id}/${hookSecret}`)
      : null
  }

  context(connection: KnownConnection, signal: AbortSignal): ConnectionContext<Record<string, unknown>> {
    const { db, bus, vault, media, log, node } = this.#deps
    const { tenantId, plugin, id, type, channel, config } = connection
    return connectionContext(
      {
        db,
        accept: (events: readonly InboundEvent[]) => this.#deps.inbound().accept(connection, events),
        setState: (state) => {
          if (!signal.aborted) this.#deps.setState(connection, state)
        },
      },
      connection,
      {
        config,
        log,
        ...channel.wayOut(config, connection.proxy),
        callbackUrl: this.callbackUrl(connection),
        secrets: secretsIn(vault, tenantId, plugin, id, connection.target),
        topics: topicsIn(bus, plugin, tenantId, id),
        plugin: () => this.#deps.pluginOf(plugin, tenantId, signal),
        linkPreview: (parts) => this.#deps.linkPreview(tenantId, parts, type),
        sealed: connectionSealedState({ db, vault, node }, tenantId, id, signal),
        media: {
          put: (source, meta) => media.put(tenantId, source, meta),
          open: (file) => media.open(tenantId, file),
          info: (file) => media.info(tenantId, file),
          sign: (file, ttlMs) => media.sign(tenantId, file, ttlMs),
          release: (files) => media.release(tenantId, files),
        },
      },
      signal,
    )
  }

  /** Context for the test of settings that are not kept; `config` and `secrets` are what would be stored. */
  trial(
    { secrets, ...row }: Trial & { readonly secrets: Readonly<Record<string, string>> },
    signal: AbortSignal,
  ): ConnectionContext<Record<string, unknown>> {
    const { proxyFrom } = row.channel.spec
    const connection = known({ ...row, active: false, proxy: proxyFrom === undefined ? undefined : secrets[proxyFrom] })
    return trialContext(this.context(connection, signal), secrets)
  }

  close(): void {
    for (const stop of this.#stop) stop()
  }

  async #load(connectionId: string): Promise<KnownConnection | undefined> {
    const [found] = await this.#deps.db.raw<
      { id: string; tenant_id: string; plugin: string; type: string; hook_secret: string; is_active: boolean }[]
    >`select * from core.find_connection(${connectionId})`
    const channel = found && this.#deps.channels.find(found.type)
    if (!found || !channel) return undefined
    const [rows] = await this.#deps.db.read(found.tenant_id, (sql) => [
      sql<{
        name: string
        config: Record<string, unknown>
      }>`select name, config from core.connection where tenant_id = ${found.tenant_id} and id = ${found.id}`,
    ])
    const { spec } = channel
    const proxy =
      spec.proxyFrom === undefined
        ? undefined
        : await this.#deps.vault.get({
            tenantId: found.tenant_id,
            owner: found.plugin,
            scope: found.id,
            name: spec.proxyFrom,
          })
    return known({
      id: found.id,
      tenantId: found.tenant_id,
      name: rows[0]?.name ?? '',
      hookSecret: found.hook_secret,
      active: found.is_active,
      channel,
      proxy,
      config: rows[0]?.config ?? {},
    })
  }
}

/** A connection whose settings, as they are stored, are `config`. */
const known = (
  row: Pick<KnownConnection, 'id' | 'tenantId' | 'name' | 'hookSecret' | 'active' | 'channel' | 'proxy' | 'config'>,
): KnownConnection => {
  const { plugin, spec, form, implementation } = row.channel
  return {
    ...row,
    connectionId: row.id,
    plugin,
    type: spec.type,
    target: form.targets(row.config, row.proxy),
    config: form.read(row.config),
    identityKind: spec.identityKind,
    normalise: (value) => implementation.normalise?.(value) ?? value,
  }
}
