import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  locales,
  packageManifestFile,
  packageSignatureFile,
  PluginPackageManifest,
  type ChannelSpec,
  type PluginDefinition,
  type PluginModule,
} from '@recado/contracts'
import { CommandError } from './command-error.ts'

/** A text of the plugin's own words by its dotted key; undefined when there is none. */
export const wordAt = (words: unknown, key: string): string | undefined => {
  const found = key
    .split('.')
    .reduce<unknown>((node, step) => (node as Record<string, unknown> | undefined)?.[step], words)
  return typeof found === 'string' ? found : undefined
}

/** The plugin's words by language, of the languages it has. */
export function wordsOf(folder: string): Readonly<Record<string, unknown>> {
  const present = locales.filter((locale) => existsSync(join(folder, 'locales', `${locale}.json`)))
  return Object.fromEntries(
    present.map((locale) => {
      try {
        return [locale, JSON.parse(readFileSync(join(folder, 'locales', `${locale}.json`), 'utf8')) as unknown]
      } catch (error) {
        throw new CommandError(`locales/${locale}.json is not JSON: ${(error as Error).message}.`)
      }
    }),
  )
}

/**
 * The manifest that an administrator is shown before any code of the plugin runs, made from its definition, its locales
 * and its files.
 */
export function packageManifest(
  { definition }: PluginModule,
  folder: string,
  files: readonly string[],
): PluginPackageManifest {
  const plugin = definition as PluginDefinition
  const words = wordsOf(folder)
  const title = (key: string): Record<string, string> =>
    Object.fromEntries(
      Object.entries(words).flatMap(([locale, tree]) => {
        const text = wordAt(tree, key)
        return text === undefined ? [] : [[locale, text]]
      }),
    )
  const { id, version, host, publisher, tier, description } = plugin
  return PluginPackageManifest.parse({
    format: 1,
    id,
    version,
    host,
    publisher,
    title: plugin.title,
    description,
    tier,
    permissions: Object.entries(plugin.permissions).map(([name, { titleKey, roles }]) => ({
      name: name.startsWith(`${id}.`) ? name : `${id}.${name}`,
      title: title(titleKey),
      roles,
    })),
    egress: [...(plugin.egress ?? [])],
    acting: [...(plugin.acting ?? [])],
    uses: [...(plugin.uses ?? [])],
    attributes: Object.entries(plugin.attributes ?? {}).map(([name, { owner, type, label }]) => ({
      name,
      owner,
      type,
      label,
    })),
    channels: (Object.values(plugin.channels) as ChannelSpec[]).map(({ type, titleKey }) => ({
      type,
      title: title(titleKey),
    })),
    pages: (plugin.ui?.pages ?? []).map(({ path }) => path),
    listens: Object.values(plugin.on).map((event) => event.name),
    files: Object.fromEntries(
      files
        .filter((path) => path !== packageManifestFile && path !== packageSignatureFile)
        .map((path) => [
          path,
          createHash('sha256')
            .update(readFileSync(join(folder, path)))
            .digest('hex'),
        ]),
    ),
  })
}
