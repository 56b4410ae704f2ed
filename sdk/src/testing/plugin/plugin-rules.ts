import {
  checkPluginModule,
  contractVersion,
  declaredError,
  isCoreError,
  locales,
  settingsForm,
  type ActionSpec,
  type BellNotice,
  type ChannelSpec,
  type ConditionSpec,
  type ErrorSpec,
  type FormField,
  type PluginModule,
  type ResponderSpec,
  type RouteSpec,
} from '@recado/contracts'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { satisfies, validRange } from 'semver'
import { expect } from 'vitest'
import * as z from 'zod'
import { hostMatches } from '../connection/routed-fetch.ts'
import { enteredPlatform } from '../host/entered-platform.ts'
import { actingInCode } from './acting-in-code.ts'
import { hostsInCode } from './egress-in-code.ts'
import { jsonForm } from './json-form.ts'
import { readWords, withoutPlural, type Words } from '../../plugin-words/locale-files.ts'
import type { PluginConformanceOptions } from './options.ts'

/** One test of a plugin's suite. */
export interface PluginRule {
  readonly id: string
  readonly title: string
  run(): void
}

/** Every rule for a plugin, in the order of the results. */
export function pluginRules(exported: unknown, options: PluginConformanceOptions): PluginRule[] {
  const { folder } = options
  // The first rule reports a wrong shape; the others need parts to check.
  const { definition } = exported as PluginModule
  const channels = Object.values(definition?.channels ?? {}) as ChannelSpec[]
  const routes = Object.entries(definition?.routes ?? {}) as [string, RouteSpec][]
  const blocks = (['conditions', 'actions', 'responders'] as const).flatMap((kind) =>
    Object.entries(definition?.[kind] ?? {}).map(([name, spec]) => ({
      words: kind === 'responders' ? `responders.${name}` : `automation.${kind}.${name}`,
      spec: spec as ConditionSpec | ActionSpec | ResponderSpec,
    })),
  )
  return [
    {
      id: 'plugin.shape',
      title: 'the host takes its definition and its code',
      run: () => {
        checkPluginModule(exported, basename(folder))
      },
    },
    {
      id: 'plugin.host',
      title: 'it was written for a contract that there is',
      run: () => {
        expect(validRange(definition.host), `${definition.host} is no range of versions`).not.toBeNull()
        expect(
          satisfies(contractVersion, definition.host),
          `${definition.host} does not hold this contract, ${contractVersion}`,
        ).toBe(true)
      },
    },
    {
      id: 'plugin.files',
      title: 'it has what every plugin has',
      run: () => {
        expect(
          ['package.json', 'README.md', 'src/server.ts', ...locales.map((locale) => `locales/${locale}.json`)].filter(
            (path) => !existsSync(join(folder, path)),
          ),
        ).toEqual([])
      },
    },
    {
      id: 'plugin.package',
      title: 'installing it runs nothing',
      run: () => {
        const { scripts = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { scripts?: object }
        expect(
          Object.keys(scripts).filter((name) =>
            /^((pre|post)?(install|prepare|publish)|prepublishOnly|(pre|post)pack)$/.test(name),
          ),
        ).toEqual([])
      },
    },
    {
      id: 'plugin.locales',
      title: 'it says the same in all four languages',
      run: () => {
        const words = readWords(folder)
        const keys = (locale: (typeof locales)[number]): string[] =>
          [...new Set([...words[locale].keys()].map(withoutPlural))].toSorted()
        for (const locale of locales) {
          expect({ locale, keys: keys(locale) }).toEqual({ locale, keys: keys('en') })
          expect({
            locale,
            empty: [...words[locale]]
              .filter(([, text]) => typeof text !== 'string' || text.trim() === '')
              .map(([key]) => key),
          }).toEqual({ locale, empty: [] })
        }
      },
    },
    {
      id: 'plugin.words',
      title: 'everything that is shown of it has words',
      run: () => {
        const words = new Set([...readWords(folder).en.keys()].map(withoutPlural))
        expect(
          [
            ...neededWords(definition, channels),
            ...blocks.flatMap(({ words: prefix, spec }) => wordsOfBlock(prefix, settingsForm(spec.input).fields)),
          ].filter((key) => !words.has(key)),
        ).toEqual([])
      },
    },
    {
      id: 'plugin.errors',
      title: 'every code that it refuses with is declared and has its sentence',
      run: () => {
        const errors = definition.errors ?? {}
        const stray = routes.flatMap(([name, route]) =>
          (route.errors ?? [])
            .filter((code) => !isCoreError(code) && !declaredError(code, errors))
            .map((code) => `route ${name}: ${code}`),
        )
        expect(stray, 'codes of routes that neither core nor the plugin declares').toEqual([])
        errorsHaveWords(readWords(folder), errors)
      },
    },
    ...(channels.length > 0
      ? [
          {
            id: 'plugin.steps',
            title: 'every step of a connection test has words, and a way to mend it',
            run: () => {
              stepsHaveWords(readWords(folder).en, options.steps)
            },
          },
        ]
      : []),
    {
      id: 'plugin.panels',
      title: 'every contribution has its panel, and every panel its contribution',
      run: () => {
        const contributed = [...(definition.ui?.pages ?? []), ...(definition.ui?.slots ?? [])].map(
          ({ panel }: { panel: string }) => panel,
        )
        expect(Object.keys(options.panels?.panels ?? {}).toSorted(), 'panels that src/ui/panels.ts exports').toEqual(
          [...new Set(contributed)].toSorted(),
        )
      },
    },
    {
      id: 'plugin.egress',
      title: 'it declares every host that its code names',
      run: () => {
        // The pages of a guide are opened by people.
        const pages = channels.flatMap(({ guide = [] }) => guide.flatMap(({ link }) => link ?? []))
        const declared: readonly string[] = [
          ...(definition.egress ?? []),
          ...(options.links ?? []),
          ...pages.map((page) => new URL(page).hostname),
        ]
        expect(
          definition.egress?.filter((host: string) => !/^(\*|(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+)$/.test(host)) ?? [],
          'what is no host',
        ).toEqual([])
        expect(
          hostsInCode(folder).filter(({ host }) => !declared.some((pattern) => hostMatches(host, pattern))),
        ).toEqual([])
      },
    },
    {
      id: 'plugin.acting',
      title: 'it declares that it acts for its users, and does',
      run: () => {
        const using = actingInCode(folder)
        if ((definition.acting ?? []).length === 0)
          expect(using, 'files that act for users, which the definition does not declare').toEqual([])
        else expect(using, 'files that act for users, as the definition declares').not.toEqual([])
      },
    },
    {
      id: 'plugin.settings',
      title: 'its settings come back from a form as they went in, and its secrets do not',
      run: () => {
        settingsReturn(definition.settings, options.settings)
      },
    },
    {
      id: 'plugin.platform',
      title: 'its settings of the installation are read as they were entered, and its secrets apart from them',
      run: () => {
        platformReturns(definition, options.platformSettings ?? {})
      },
    },
    ...blocks.map(({ words, spec }): PluginRule => ({
      id: 'plugin.blocks',
      title: `what a person enters for ${words} is taken or refused, and never too much for it`,
      run: () => {
        takesAnyForm(spec.input)
      },
    })),
    ...routes.map(([name, route]): PluginRule => ({
      id: 'plugin.routes',
      title: `its route ${name} can be described`,
      run: () => {
        for (const schema of [route.params, route.query, route.body])
          if (schema) expect(jsonForm(schema, 'input')).toBeTypeOf('object')
        if (typeof route.response !== 'string') expect(jsonForm(route.response, 'output')).toBeTypeOf('object')
      },
    })),
  ]
}

function neededWords(
  { permissions, ui, settings, platformSettings, bell = [] }: PluginModule['definition'],
  channels: readonly ChannelSpec[],
): string[] {
  const titles = [
    ...(Object.values(permissions) as { titleKey: string }[]),
    ...(ui?.pages ?? []),
    ...(ui?.slots ?? []),
    ...(ui?.commands ?? []),
    ...channels,
  ] as { titleKey: string }[]
  const labels = (prefix: string, schema: z.ZodObject): string[] =>
    settingsForm(schema).fields.map(({ name }) => `${prefix}.${name}.label`)
  return [
    ...new Set([
      ...titles.map(({ titleKey }) => titleKey),
      ...(bell as readonly BellNotice[]).map(({ textKey }) => textKey),
      ...channels.flatMap(({ descriptionKey }) => descriptionKey ?? []),
      ...channels.flatMap(({ guide = [] }) => guide.map((step) => `guide.${step.id}`)),
      ...labels('settings', settings as z.ZodObject),
      ...labels('platformSettings', (platformSettings ?? z.object({})) as z.ZodObject),
      ...channels.flatMap(({ config }) => labels('config', config)),
    ]),
  ]
}

const wordsOfBlock = (prefix: string, fields: readonly FormField[]): string[] => [
  `${prefix}.title`,
  ...fields.flatMap(({ name, options = [] }) => [
    `${prefix}.fields.${name}.label`,
    ...options.map((option) => `${prefix}.fields.${name}.options.${option}`),
  ]),
]

/**
 * One form for each depth of filling in: nothing, everything plain, everything odd. A schema that throws fails here.
 */
function takesAnyForm(schema: z.ZodObject): void {
  const { fields } = settingsForm(schema)
  for (const depth of [0, 1, 2])
    schema.safeParse(
      Object.fromEntries(
        fields.flatMap((field) => {
          const values = enteredInto(field)
          return values[depth] === undefined ? [] : [[field.name, values[depth]]]
        }),
      ),
    )
}

/** Inputs of a control of the form: empty, plain, odd. */
function enteredInto({ type, options = [] }: FormField): readonly unknown[] {
  switch (type) {
    case 'number':
    case 'integer':
      return [undefined, 1, -1.5]
    case 'boolean':
      return [undefined, true, false]
    case 'enum':
      return [undefined, options[0], '']
    case 'enumArray':
    case 'stringArray':
    case 'referenceArray':
      return [[], options.length > 0 ? options : ['a', 'b'], [' ', '👩‍👩‍👧 (']]
    default:
      return ['', 'a', ' 👩‍👩‍👧 (\n[']
  }
}

function stepsHaveWords(words: ReadonlyMap<string, unknown>, steps: readonly string[] | undefined): void {
  const worded = [
    ...new Set([...words.keys()].flatMap((key) => /^check\.([\w.-]+)\.(title|fix)$/.exec(key)?.[1] ?? [])),
  ]
  const named = steps ?? expect.fail('the option `steps` does not say which steps `check` can name')
  expect(worded.toSorted(), 'steps with words').toEqual([...new Set(named)].toSorted())
  expect(
    named.flatMap((step) => [`check.${step}.title`, `check.${step}.fix`]).filter((key) => !words.has(key)),
  ).toEqual([])
}

/** A sentence in each language, with no fact that does not accompany the code. */
function errorsHaveWords(words: Words, errors: Readonly<Record<string, ErrorSpec>>): void {
  for (const locale of locales) {
    const texts = words[locale]
    expect(
      Object.keys(errors).filter((code) => !texts.has(`errors.${code}`)),
      `codes without a text below errors in ${locale}`,
    ).toEqual([])
    const wrong = [...texts].flatMap(([key, text]) => {
      const code = /^errors\.(ERR_[A-Z0-9_]*[A-Z0-9])/.exec(key)?.[1]
      if (code === undefined) return []
      if (!Object.hasOwn(errors, code)) return [`${code} is not declared`]
      return [...String(text).matchAll(/{{\s*(\w+)/g)]
        .filter(([, fact]) => !errors[code]!.facts?.some((name) => name === fact))
        .map(([, fact]) => `${key} fills in ${fact}`)
    })
    expect(wrong, `texts below errors in ${locale} that the definition does not allow`).toEqual([])
  }
}

function settingsReturn(schema: z.ZodObject, given: Readonly<Record<string, unknown>> | undefined): void {
  const form = settingsForm(schema)
  const input =
    given ??
    (form.fields.some(({ required }) => required)
      ? expect.fail('a setting is required: the option `settings` has to say how they are filled in')
      : {})
  const { values, secrets } = form.split(input, {})
  expect(
    Object.keys(values).filter((name) => form.secretNames.includes(name)),
    'secrets among the values',
  ).toEqual([])
  const read = form.read(JSON.parse(JSON.stringify(values)))
  const again = form.split(values, secrets)
  expect(form.read(again.values)).toEqual(read)
  for (const { name } of form.fields)
    if (!form.secretNames.includes(name) && name in input)
      expect(Object.hasOwn(read, name), `${name} was lost`).toBe(true)
}

/** What is read at a call is what was entered: a schema that changes a stored value at each reading fails here. */
function platformReturns(definition: PluginModule['definition'], entered: Readonly<Record<string, unknown>>): void {
  const { platformSettings: read } = enteredPlatform(definition, entered)
  const { platformSettings: again } = enteredPlatform(definition, read)
  expect(again).toEqual(read)
}
