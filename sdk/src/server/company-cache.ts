import type { PluginContext } from '@recado/contracts'

/** What a {@link CompanyCache} needs of a context. */
export type CacheContext = Pick<PluginContext, 'tenant' | 'topics'>

/** How a {@link CompanyCache} reads, and for how long it keeps. */
export interface CompanyCacheOptions<T, Context extends CacheContext> {
  /** A topic of the plugin, which tells its other nodes of a change. */
  readonly topic: string
  /** Reads what a company has now. Called once at a time and company; a failure is thrown to all who wait for it. */
  load(ctx: Context): Promise<T>
  /**
   * Milliseconds that a value is kept when no change is heard of: a change that gets lost between two nodes matters for
   * so long. Default 15,000.
   */
  readonly lifeMs?: number
  /** Companies kept at once, the newest ones. Default 2,000. */
  readonly companies?: number
}

interface Entry<T> {
  readonly value: Promise<T>
  readonly until: number
  close(): void
}

/**
 * What a plugin has stored for a company and reads at each of its events: read once for a while, and again after a
 * change. For data that is small, the same for everybody and seldom changed, such as rules and opening hours. Made once
 * for the process, beside the plugin's code; each company has its own entry, and only its own context reads it.
 */
export class CompanyCache<T, Context extends CacheContext = PluginContext> {
  readonly #options: CompanyCacheOptions<T, Context>
  readonly #entries = new Map<string, Entry<T>>()

  constructor(options: CompanyCacheOptions<T, Context>) {
    this.#options = options
  }

  /** The value of the context's company. @throws what `load` throws; nothing is kept then */
  async of(ctx: Context): Promise<T> {
    const { topic, load, lifeMs = 15_000, companies = 2_000 } = this.#options
    const known = this.#entries.get(ctx.tenant)
    if (known && known.until > performance.now()) return known.value
    known?.close()
    const value = load(ctx)
    const entry: Entry<T> = {
      value,
      until: performance.now() + lifeMs,
      close: ctx.topics.subscribe(topic, () => this.#drop(ctx.tenant, entry)),
    }
    this.#entries.delete(ctx.tenant)
    this.#entries.set(ctx.tenant, entry)
    const [oldest] = this.#entries
    if (oldest && this.#entries.size > companies) this.#drop(...oldest)
    try {
      return await value
    } catch (error) {
      this.#drop(ctx.tenant, entry)
      throw error
    }
  }

  /** Call after the commit that changed something. Here it holds at once, on other nodes within a moment. */
  changed({ tenant, topics }: CacheContext): void {
    const known = this.#entries.get(tenant)
    if (known) this.#drop(tenant, known)
    topics.publish(this.#options.topic, null)
  }

  #drop(tenant: string, entry: Entry<T>): void {
    entry.close()
    if (this.#entries.get(tenant) === entry) this.#entries.delete(tenant)
  }
}
