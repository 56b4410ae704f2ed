import type { ResourceKey } from 'i18next'
import { fallbackLocale, type PluginTexts } from '../contracts.ts'
import { togetherAddress, wordsAddress } from './plugin-words.ts'

/* Reads the words of plugins, which the pages before the sign-in do without. */

/** The file of each address, read once; undefined where it could not be had. */
const files = new Map<string, Promise<PluginTexts | undefined>>()

/**
 * A plugin without words in a language has none there: the fallback language is asked next. Sentences of its codes are
 * handed on, since a toast or another plugin may have to say them.
 */
export async function pluginWords(
  namespace: string,
  language: string,
  onErrors: (sentences: ResourceKey) => void,
): Promise<ResourceKey> {
  const path = wordsAddress(namespace, language)
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
  const found = await fileOf(togetherAddress(isFallback ? page : language))
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
