import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import {
  contractVersion,
  indexExtension,
  isOfferedIndex,
  locales,
  reservationOf,
  settingsForm,
  UiContributions,
  type ChannelSpec,
  type PluginDefinition,
  type PluginModule,
} from '@recado/contracts'
import { satisfies, validRange } from 'semver'
import type * as z from 'zod'
import { readWords, withoutPlural } from '../plugin-words/locale-files.ts'
import { oversize, stage } from './pack.ts'
import { wordAt, wordsOf } from './package-manifest.ts'
import { builtModule, packageJson } from './project.ts'

interface Subject {
  readonly folder: string
  readonly module: PluginModule
  readonly definition: PluginDefinition
}
/** Sentences about what is wrong, each with what to do; none when all is well. */
type Rule = (subject: Subject) => readonly string[]

const languages = locales.map((locale) => `${locale}.json`).join(', ')

const facts: Rule = ({ folder, definition: { version, host } }) => {
  const named = packageJson(folder).version
  return [
    ...(named === version
      ? []
      : [`package.json says version ${named} and the definition ${version}: give both the same.`]),
    ...(validRange(host) === null
      ? [`host is ${host}, which is no range of versions: write '^${contractVersion}'.`]
      : satisfies(contractVersion, host)
        ? []
        : [
            `host is ${host}, but the SDK beside it has contract ${contractVersion}: write ` +
              `'^${contractVersion}', or install the SDK it was written for.`,
          ]),
    ...(existsSync(join(folder, 'README.md'))
      ? []
      : ['There is no README.md: say what the plugin does, how it is set up and what it cannot do.']),
  ]
}

const translations: Rule = ({ folder }) => {
  const present = wordsOf(folder)
  const absent = locales.filter((locale) => !(locale in present))
  if (absent.length > 0)
    return [
      `locales lacks ${absent.map((locale) => `${locale}.json`).join(', ')}: every text is there in ${languages}.`,
    ]
  const words = readWords(folder)
  const keys = (locale: (typeof locales)[number]): Set<string> => new Set([...words[locale].keys()].map(withoutPlural))
  const all = [...new Set(locales.flatMap((locale) => [...keys(locale)]))]
  return locales.flatMap((locale) => {
    const own = keys(locale)
    const missing = all.filter((key) => !own.has(key))
    return missing.length === 0
      ? []
      : [`locales/${locale}.json lacks ${missing.join(', ')}: the other languages have them.`]
  })
}

const settingKeys = (schema: z.ZodObject, prefix: string): string[] =>
  settingsForm(schema).fields.map(({ name }) => `${prefix}.${name}.label`)

/** Keys of texts that the interface will read. */
function namedKeys(definition: PluginDefinition): string[] {
  const ui = UiContributions.parse(definition.ui ?? {})
  const channels = Object.values(definition.channels) as ChannelSpec[]
  return [
    ...Object.values(definition.permissions).map(({ titleKey }) => titleKey),
    ...channels.flatMap(({ titleKey, descriptionKey, config }) => [
      titleKey,
      ...(descriptionKey === undefined ? [] : [descriptionKey]),
      ...settingKeys(config, 'config'),
    ]),
    ...settingKeys(definition.settings, 'settings'),
    ...[...ui.slots, ...ui.pages, ...ui.commands].map(({ titleKey }) => titleKey),
    ...Object.keys(definition.errors ?? {}).map((code) => `errors.${code}`),
  ]
}

const words: Rule = ({ folder, definition }) => {
  const english = wordsOf(folder)['en']
  if (english === undefined) return []
  const missing = [...new Set(namedKeys(definition))].filter((key) => wordAt(english, key) === undefined)
  return missing.length === 0
    ? []
    : [`The locales have no text for ${missing.join(', ')}: people would read the key instead.`]
}

/** A suggestion that no user would ever get. */
const suggestedKeys: Rule = ({ definition }) =>
  UiContributions.parse(definition.ui ?? {}).commands.flatMap(({ id, keys }) =>
    keys && reservationOf(keys) !== null
      ? [
          `The command ${id} suggests ${keys.code}, which the browser, text fields or moving around need: ` +
            'suggest other keys, or none.',
        ]
      : [],
  )

const proof: Rule = ({ folder, definition }) => {
  const tests = globSync('**/*.{test,spec}.{ts,tsx}', {
    cwd: folder,
    exclude: (path) => /(^|[\\/])(node_modules|dist)$/.test(String(path)),
  })
  const conforms = tests.some((path) => readFileSync(join(folder, path), 'utf8').includes('channelConformance('))
  if (Object.keys(definition.channels).length > 0 && !conforms)
    return ['No test calls channelConformance of @recado/sdk/testing: add conformance.test.ts.']
  return tests.length === 0 ? ['There is no test: add one of what the plugin does.'] : []
}

const panels: Rule = ({ folder, definition }) => {
  const ui = UiContributions.parse(definition.ui ?? {})
  const contributed = new Set([...ui.slots, ...ui.pages].map(({ panel }) => panel))
  const file = join(folder, 'dist/ui/plugin-ui.json')
  if (contributed.size === 0) return []
  if (!existsSync(file))
    return [
      'The definition has panels and dist/ui has none: write src/ui/panels.ts and vite.config.ts, then run ' +
        '"recado-plugin build".',
    ]
  const built = JSON.parse(readFileSync(file, 'utf8')) as { id: string; panels: Record<string, unknown> }
  return [
    ...(built.id === definition.id
      ? []
      : [`vite.config.ts says id ${built.id} and the definition ${definition.id}: give both the same.`]),
    ...[...contributed]
      .filter((name) => !(name in built.panels))
      .map((name) => `The panel ${name} is contributed and not exported: add it to src/ui/panels.ts.`),
    ...Object.keys(built.panels)
      .filter((name) => !contributed.has(name))
      .map((name) => `The panel ${name} is exported and stands nowhere: add it to ui of the definition.`),
  ]
}

const migrations: Rule = ({ folder, definition: { id } }) => [
  ...globSync('migrations/*', { cwd: folder })
    .map((path) => path.replace(/^migrations[\\/]/, ''))
    .filter((name) => name !== indexExtension && !/^\d{4}-[a-z0-9-]+\.sql$/.test(name))
    .map((name) => `migrations/${name} would not be run: call it NNNN-title.sql.`),
  ...globSync(`migrations/${indexExtension}/*`, { cwd: folder })
    .filter((path) => !isOfferedIndex(id, basename(path, '.sql'), readFileSync(join(folder, path), 'utf8')))
    .map((path) => `${path} would not be run: write one "create index concurrently" with the name of the file.`),
]

const size: Rule = ({ folder, module }) => {
  const target = mkdtempSync(join(tmpdir(), 'recado-plugin-'))
  try {
    stage(folder, module, target)
    return oversize(target)
  } finally {
    rmSync(target, { recursive: true, force: true })
  }
}

const rules: readonly Rule[] = [facts, translations, words, suggestedKeys, proof, panels, migrations, size]

/** All mistakes of a built plugin, as sentences that name the correction. Running its tests is the author's part. */
export async function validatePlugin(folder: string): Promise<readonly string[]> {
  const module = await builtModule(folder)
  const subject: Subject = { folder, module, definition: module.definition as PluginDefinition }
  return rules.flatMap((rule) => rule(subject))
}
