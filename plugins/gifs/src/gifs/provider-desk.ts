import { ChannelError, Refusal, type SessionContext } from '@recado/sdk'
import { askProvider, readJson } from '@recado/sdk/server'
import { refusal } from '../errors.ts'
import { giphy } from '../providers/giphy.ts'
import { klipy } from '../providers/klipy.ts'
import type { GifProvider, GifSearch, ProviderPage } from '../providers/provider.ts'
import { BriefMemory } from './brief-memory.ts'
import { keptMs, maxFileBytes } from './limits.ts'
import type { Settings } from './settings.ts'

/** Context of the handlers. */
export type Ctx = SessionContext<{
  settings: typeof Settings
  emits: readonly []
  jobs: Record<never, never>
  permissions: { use: unknown }
}>

const providers: Readonly<Record<Ctx['settings']['provider'], GifProvider>> = { klipy, giphy }
/** When a provider asks for a pause and does not say for how long, in milliseconds. */
const usualPauseMs = 60_000
/** Pages of some hundred companies; a page is a few kilobytes of addresses. */
const mostPages = 1_000

/**
 * Fetches GIFs for every company with its own provider, key and filter. Popular ones are requested whenever somebody
 * opens the picker, and providers count: pages are cached for minutes, and a provider that asked to wait is not called
 * before.
 */
export class ProviderDesk {
  readonly #pages = new BriefMemory<ProviderPage>(mostPages)
  readonly #pauses = new BriefMemory<{ readonly until: number }>(mostPages)

  /** The company's provider. */
  of({ settings }: Pick<Ctx, 'settings'>): GifProvider {
    return providers[settings.provider]
  }

  /** @throws Refusal ERR_GIFS_KEY, ERR_GIFS_BUSY with the wait, ERR_GIFS */
  async page(ctx: Ctx, wanted: Omit<GifSearch, 'filter' | 'locale'>): Promise<ProviderPage> {
    const provider = this.of(ctx)
    const key = await ctx.secrets.get(provider.keyName)
    if (key === undefined) throw refusal('ERR_GIFS_KEY')
    const search: GifSearch = { ...wanted, locale: ctx.viewer.locale, filter: ctx.settings.filter }
    const url = provider.address(ctx.settings.apiRoot ?? provider.apiRoot, key, search)
    const company = `${ctx.tenant} ${provider.name}`
    const asked = `${company} ${url.href}`
    const known = this.#pages.get(asked)
    if (known) return known
    const answer = await this.#ask(ctx, url, provider, company)
    const page = provider.read(readJson(answer), search)
    if (!page) throw refusal('ERR_GIFS', {}, { cause: new Error(`${provider.name} answers what cannot be read`) })
    this.#pages.keep(asked, page, keptMs)
    return page
  }

  /**
   * A file of the company's provider.
   * @throws Refusal ERR_NOT_FOUND for what is not kept by the provider, else as {@link page}; ERR_FILE_TOO_LARGE
   */
  async file(ctx: Ctx, source: string): Promise<Uint8Array<ArrayBuffer>> {
    const provider = this.of(ctx)
    const url = new URL(source)
    if (!isFrom(url, provider, ctx.settings.apiRoot)) throw new Refusal('ERR_NOT_FOUND')
    const bytes = await this.#ask(ctx, url, provider, `${ctx.tenant} ${provider.name}`)
    if (bytes.byteLength > maxFileBytes) throw new Refusal('ERR_FILE_TOO_LARGE', { limit: maxFileBytes })
    return bytes
  }

  async #ask(ctx: Ctx, url: URL, { name }: GifProvider, company: string): Promise<Uint8Array<ArrayBuffer>> {
    const pause = this.#pauses.get(company)
    if (pause) throw busy(pause.until - Date.now())
    try {
      const response = await askProvider(ctx, url, {}, { provider: name })
      return new Uint8Array(await response.arrayBuffer())
    } catch (cause) {
      if (!ChannelError.is(cause)) throw refusal('ERR_GIFS', {}, { cause })
      if (cause.kind === 'auth') throw refusal('ERR_GIFS_KEY', {}, { cause })
      if (cause.kind !== 'rateLimited') throw refusal('ERR_GIFS', {}, { cause })
      const waitMs = cause.retryAfterMs ?? usualPauseMs
      this.#pauses.keep(company, { until: Date.now() + waitMs }, waitMs)
      throw busy(waitMs, cause)
    }
  }
}

const busy = (waitMs: number, cause?: unknown): Refusal =>
  refusal('ERR_GIFS_BUSY', { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)) }, { cause })

/**
 * Over TLS from the provider's own hosts, or from the address that the company entered in their place. The egress guard
 * looks at where that leads.
 */
const isFrom = ({ protocol, hostname, origin }: URL, { domain }: GifProvider, apiRoot: string | undefined): boolean =>
  (protocol === 'https:' && (hostname === domain || hostname.endsWith(`.${domain}`))) ||
  (apiRoot !== undefined && origin === new URL(apiRoot).origin)
