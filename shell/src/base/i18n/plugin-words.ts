import i18next, { type ResourceKey } from 'i18next'
import type { PluginTexts } from '../contracts.ts'
import { fallbackLocale } from './locale-choice.ts'

type Bundles = ReadonlyArray<{
  namespace: string
  locales: Readonly<Record<string, string>>
  /** A server that has not been updated yet says nothing of them. */
  errors?: readonly string[]
}>
const paths = new Map<string, Readonly<Record<string, string>>>()
/** By language the address of one file with the texts of all running plugins. */
let together: Readonly<Record<string, string>> = {}
/** The file of each such address, read once; undefined where it could not be had. */
const files = new Map<string, Promise<PluginTexts | undefined>>()
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

/**
 * A plugin without words in a language has none there: the fallback language is asked next. Sentences of its codes are
 * handed on, since a toast or another plugin may have to say them.
 */
export async function pluginWords(
  namespace: string,
  language: string,
  onErrors: (sentences: ResourceKey) => void,
): Promise<ResourceKey> {
  const path = paths.get(namespace)?.[language]
  if (!path) return {}
  const words = (await wordsTogether(path, language)) ?? (await wordsAlone(path, namespace))
  if (words['errors']) onErrors(words['errors'])
  return words
}

type PluginWords = Readonly<Record<string, ResourceKey>>

/** Of the fallback language only what the language of the page lacks, which lies in the same file. */
async function wordsTogether(path: string, language: string): Promise<PluginWords | undefined> {
  const page = document.documentElement.lang
  const isFallback = language === fallbackLocale && page !== fallbackLocale
  const found = await fileOf(together[isFallback ? page : language])
  const words = isFallback ? found?.fallback : found?.texts
  return words && Object.hasOwn(words, path) ? (words[path] as PluginWords) : undefined
}

/** A plugin that the file of all does not have: its texts were left out of it, or it came after the manifest. */
async function wordsAlone(path: string, namespace: string): Promise<PluginWords> {
  const response = await fetch(path)
  if (!response.ok) throw new Error(`words of ${namespace}: ${response.status}`)
  return (await response.json()) as PluginWords
}

function fileOf(address: string | undefined): Promise<PluginTexts | undefined> {
  if (address === undefined) return Promise.resolve(undefined)
  const known = files.get(address)
  if (known) return known
  const file = fetch(address)
    .then(async (response) => (response.ok ? ((await response.json()) as PluginTexts) : undefined))
    .catch(() => undefined)
  files.set(address, file)
  // What could not be had is asked for again with the next plugin or language.
  void file.then((had) => had ?? files.delete(address))
  return file
}
