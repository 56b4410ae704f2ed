import i18next, { type ResourceKey } from 'i18next'

type Bundles = ReadonlyArray<{ namespace: string; locales: Readonly<Record<string, string>> }>
const paths = new Map<string, Readonly<Record<string, string>>>()

/**
 * Learns where the words of plugins lie: from the manifest, and from the plugins page for those that are not enabled.
 */
export function registerPluginWords(plugins: Bundles): void {
  for (const { namespace, locales } of plugins) {
    const before = paths.get(namespace)
    paths.set(namespace, locales)
    if (before && JSON.stringify(before) !== JSON.stringify(locales)) void renewWords(namespace)
  }
}

/**
 * Another build of a plugin has its words elsewhere. What is drawn with the old ones is drawn anew as for another
 * language.
 */
async function renewWords(namespace: string): Promise<void> {
  await i18next.reloadResources(undefined, [namespace])
  await i18next.changeLanguage(i18next.language)
}

/** A plugin without words in a language has none there: the fallback language is asked next. */
export async function pluginWords(namespace: string, language: string): Promise<ResourceKey> {
  const path = paths.get(namespace)?.[language]
  if (!path) return {}
  const response = await fetch(path)
  if (!response.ok) throw new Error(`words of ${namespace}: ${response.status}`)
  return (await response.json()) as ResourceKey
}
