import type { BoundRoute } from '../http/route.ts'
import { withoutContext } from '../base/context.ts'
import type { PermissionRegistry } from './permission-registry.ts'
import type { BrokenPlugin, RunningPlugin } from './installed-plugin.ts'
import { handlerLimitMs } from './handler-limit.ts'
import { registerJobs, subscribe, unregisterJobs, type WorkParts } from './plugin-work.ts'

/** Adds plugins' routes to the server's route table. */
export interface Routing {
  /** @throws an error that names both sides when these routes of plugins cannot be in the table */
  check(routes: readonly BoundRoute[]): void
  /** Mounts the table again; running requests end on the old one. */
  mount(): void
}

export interface RunningParts {
  readonly work: WorkParts
  readonly permissions: PermissionRegistry
  /** Undefined until the node serves: routes of the start are mounted with all others. */
  routing(): Routing | undefined
}

/**
 * An earlier build stays on the disk until the next start, and so do its addresses; pages that are open still ask for
 * it.
 */
const earlierKept = 20

/**
 * The plugins of this node with their permissions, jobs, consumers and routes. They are added, replaced and removed
 * while the node runs; work of an old version gets the time of a request to end.
 */
export class RunningPlugins {
  readonly byId = new Map<string, RunningPlugin>()
  #broken: readonly BrokenPlugin[] = []
  readonly #parts: RunningParts
  readonly #subscriptions = new Map<string, readonly { close(): Promise<void> }[]>()
  readonly #listeners = new Set<(plugin: string) => void>()
  readonly #ending = new Map<RunningPlugin, NodeJS.Timeout>()
  #earlier: readonly RunningPlugin[] = []

  constructor(parts: RunningParts) {
    this.#parts = parts
  }

  get broken(): readonly BrokenPlugin[] {
    return this.#broken
  }

  /** Archives of what was installed, by id, whether it runs or is broken. */
  installed(): ReadonlyMap<string, string> {
    const sources = [...this.byId.values(), ...this.#broken].flatMap(({ folder }) => folder.installed ?? [])
    return new Map(sources.map(({ id, hash }) => [id, hash]))
  }

  /** The version whose browser files lie under an address: the one that runs, or one that did. */
  version(id: string, mark: string | undefined): RunningPlugin | undefined {
    const current = this.byId.get(id)
    if (mark === undefined || current?.folder.installed?.mark === mark) return current
    return this.#earlier.find((plugin) => plugin.id === id && plugin.folder.installed?.mark === mark)
  }

  /** Puts a plugin into its place. The version before it serves until then. */
  async put(plugin: RunningPlugin): Promise<void> {
    const { id } = plugin
    const { permissions, work } = this.#parts
    const before = this.byId.get(id)
    await this.#detach(id)
    this.byId.set(id, plugin)
    this.#forgetBroken(id)
    permissions.registerPluginPermissions(id, plugin.definition.permissions)
    registerJobs(plugin, work)
    try {
      this.#subscriptions.set(id, await subscribe(plugin, work))
    } catch (error) {
      // The database is down: without its events the plugin must not seem to run. The code that follows the database
      // tries again.
      await this.remove(id)
      throw error
    } finally {
      if (before) this.#retire(before, handlerLimitMs)
    }
    this.#changed(id)
  }

  /** Notes a plugin that did not come through the start. */
  begin(plugin: BrokenPlugin): void {
    this.#broken = [...this.#broken, plugin]
  }

  isShipped(id: string): boolean {
    return [...this.byId.values(), ...this.#broken].some(
      ({ folder }) => folder.id === id && folder.installed === undefined,
    )
  }

  /** Keeps a plugin that does not run, so that administrators see why. One of its id that runs is ended. */
  async putBroken(plugin: BrokenPlugin): Promise<void> {
    await this.remove(plugin.folder.id)
    this.#broken = [...this.#broken, plugin]
    this.#changed(plugin.folder.id)
  }

  /** Ends an installed plugin: none of it is reachable afterwards, and its work under way is aborted. */
  async remove(id: string): Promise<void> {
    const plugin = this.byId.get(id)?.folder.installed && this.byId.get(id)
    this.#forgetBroken(id)
    this.#earlier = this.#earlier.filter((earlier) => earlier.id !== id)
    if (plugin) {
      await this.#detach(id)
      this.byId.delete(id)
      this.#parts.permissions.unregisterPluginPermissions(id)
      this.#retire(plugin, 0)
    }
    this.#changed(id)
  }

  onChanged(listener: (plugin: string) => void): () => void {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /** Gives the consumers of events back; running handlers may end. */
  async endEvents(): Promise<void> {
    await Promise.allSettled([...this.#subscriptions.values()].flat().map((subscription) => subscription.close()))
  }

  /** Closes the connections of plugins: call it when nothing uses them any more. */
  async close(): Promise<void> {
    await this.endEvents()
    for (const timer of this.#ending.values()) clearTimeout(timer)
    await Promise.allSettled([...this.byId.values(), ...this.#ending.keys()].map((plugin) => plugin.pool.close()))
  }

  /** The name of a consumer or task is one plugin's at a time, so the old version's go before the new one's come. */
  async #detach(id: string): Promise<void> {
    const before = this.byId.get(id)
    if (!before) return
    unregisterJobs(before, this.#parts.work)
    await Promise.allSettled((this.#subscriptions.get(id) ?? []).map((subscription) => subscription.close()))
    this.#subscriptions.delete(id)
  }

  #forgetBroken(id: string): void {
    this.#broken = this.#broken.filter(({ folder }) => folder.id !== id || folder.installed === undefined)
  }

  #changed(id: string): void {
    this.#parts.work.guard.forget(id)
    this.#parts.routing()?.mount()
    // Listeners open the sessions again; these outlive the request that installs.
    withoutContext(() => {
      for (const listener of this.#listeners) listener(id)
    })
  }

  #retire(plugin: RunningPlugin, graceMs: number): void {
    if (graceMs > 0) this.#earlier = [plugin, ...this.#earlier].slice(0, earlierKept)
    const timer = setTimeout(() => {
      plugin.retired.abort(new Error('the plugin was replaced or removed'))
      this.#ending.delete(plugin)
      void plugin.pool.close()
    }, graceMs)
    timer.unref()
    this.#ending.set(plugin, timer)
  }
}
