import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fallbackLocale, locales, type Locale, type PluginTexts } from '@recado/contracts'
import { assetOf, type Asset } from '../http/assets.ts'
import { pluginTextsPath } from '../http/plugin-texts-path.ts'
import type { PluginFolder } from './discover.ts'
import { isGroup, lackingTexts, type Texts } from './lacking-texts.ts'

/** Groups of texts stand in each other at most so deep, or their file is left to its own address too. */
const mostLevels = 20
/** A larger file of texts is left to its own address, so that no plugin makes the first screen of everybody slow. */
const mostBytes = 262_144
/** Sets of plugins whose texts are kept: those that run, and those of pages that were opened before a change. */
const setsKept = 3

type Bundle = { readonly [L in Locale]: { readonly address: string; readonly hash: string; readonly asset: Asset } }
type Located = Pick<PluginFolder, 'id' | 'path' | 'locales'>

/**
 * The texts of all running plugins as one file for each language, made once for each set of plugins and kept in memory
 * with its compressed forms. Owned by the plugin host.
 */
export class PluginTextBundles {
  readonly #kept = new Map<string, Promise<Bundle>>()
  readonly #served = new Map<string, ReadonlyMap<string, Asset>>()

  /** Addresses by language, for the shell's manifest. Files that cannot be read are left out of what they lead to. */
  async addresses(folders: readonly Located[]): Promise<Record<Locale, string>> {
    const key = folders
      .map(({ path }) => path)
      .sort()
      .join('\n')
    let bundle = this.#kept.get(key)
    if (!bundle) {
      bundle = makeBundle(folders)
      this.#kept.set(key, bundle)
      const made = await bundle
      this.#served.set(key, new Map(locales.map((locale) => [`${locale}-${made[locale].hash}`, made[locale].asset])))
      for (const oldest of [...this.#kept.keys()].slice(0, -setsKept)) {
        this.#kept.delete(oldest)
        this.#served.delete(oldest)
      }
    }
    const made = await bundle
    return Object.fromEntries(locales.map((locale) => [locale, made[locale].address])) as Record<Locale, string>
  }

  /** The file of an address that was given out, by this node or by another one with the same plugins. */
  async read(folders: readonly Located[], locale: string, hash: string): Promise<Asset | undefined> {
    await this.addresses(folders)
    for (const served of this.#served.values()) {
      const asset = served.get(`${locale}-${hash}`)
      if (asset) return asset
    }
    return undefined
  }
}

async function makeBundle(folders: readonly Located[]): Promise<Bundle> {
  const plugins = await Promise.all(
    [...folders]
      .sort((one, other) => (one.id < other.id ? -1 : 1))
      .map(async ({ path, locales: addresses }) => ({
        addresses,
        texts: new Map(
          await Promise.all(
            Object.keys(addresses).map(
              async (locale) => [locale, await readTexts(join(path, 'locales', `${locale}.json`))] as const,
            ),
          ),
        ),
      })),
  )
  const made = locales.map((locale) => {
    const bundle: { texts: Record<string, Texts>; fallback: Record<string, Texts> } = { texts: {}, fallback: {} }
    for (const { addresses, texts } of plugins) {
      const [own, other] = [texts.get(locale), texts.get(fallbackLocale)]
      if (own) bundle.texts[addresses[locale]!] = own
      if (other && locale !== fallbackLocale)
        bundle.fallback[addresses[fallbackLocale]!] = lackingTexts(other, own ?? {}, locale)
    }
    const bytes = new Uint8Array(Buffer.from(JSON.stringify(bundle satisfies PluginTexts)))
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
    const address = pluginTextsPath(locale, hash)
    return [locale, { address, hash, asset: assetOf(bytes, 'application/json', true) }] as const
  })
  return Object.fromEntries(made) as unknown as Bundle
}

/** Undefined for a file that is missing, too large, too deep, or no JSON object. */
async function readTexts(file: string): Promise<Texts | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '')
  if (text === '' || Buffer.byteLength(text) > mostBytes) return undefined
  try {
    const texts: unknown = JSON.parse(text)
    return isGroup(texts) && isShallow(texts, mostLevels) ? texts : undefined
  } catch {
    return undefined
  }
}

const isShallow = (value: unknown, levels: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1)))
