import i18next from 'i18next'

type Bundles = ReadonlyArray<{
  namespace: string
  locales: Readonly<Record<string, string>>
  /** A server that has not been updated yet says nothing of them. */
  errors?: readonly string[]
}>
const paths = new Map<string, Readonly<Record<string, string>>>()
/** By language the address of one file with the texts of all running plugins. */
let together: Readonly<Record<string, string>> = {}
/** In whose words the sentences of a code stand. */
const namespaceOfCode = new Map<string, string>()

/**
 * Registers the location of plugins' texts, and the plugins of codes: from the manifest, and from the plugins page for
 * those that are not enabled. `texts` of the manifest says where the texts of all of them lie together.
 */
export function registerPluginWords(plugins: Bundles, texts = together): void {
  together = texts
  for (const { namespace, locales, errors = [] } of plugins) {
    for (const code of errors) namespaceOfCode.set(code, namespace)
    const before = paths.get(namespace)
    paths.set(namespace, locales)
    if (before && JSON.stringify(before) !== JSON.stringify(locales)) void renewWords(namespace)
  }
}

/**
 * Another build of a plugin has its texts elsewhere. Content drawn with the old ones is redrawn as for another
 * language.
 */
async function renewWords(namespace: string): Promise<void> {
  await i18next.reloadResources(undefined, [namespace])
  await i18next.changeLanguage(i18next.language)
}

/**
 * Loads the words of the plugin whose code it is, so that namespace `errors` has its sentences; undefined for a code
 * that is no plugin's, or whose words were loaded or could not be.
 */
export function loadErrorWords(code: string): Promise<void> | undefined {
  const namespace = namespaceOfCode.get(code)
  if (namespace === undefined || i18next.hasLoadedNamespace(namespace)) return undefined
  return i18next.loadNamespaces(namespace)
}

/** Address of the file of a plugin's texts in a language; undefined where it has none. */
export const wordsAddress = (namespace: string, language: string): string | undefined =>
  paths.get(namespace)?.[language]

/** Address of the file with the texts of all running plugins in a language. */
export const togetherAddress = (language: string): string | undefined => together[language]
