import * as contracts from '../../core/contracts/src/index.ts'
import type { Declaration } from '../api/declarations.ts'
import { sdkSurface, type Entry } from '../api/surface.ts'
import { schemaOf } from './json-schema.ts'
import { code, page } from './table.ts'
import { typeText } from './type-text.ts'

const about: Readonly<Record<string, string>> = {
  '@recado/sdk':
    'Definitions, types and rules. Isomorphic and free of I/O: the definition of a plugin imports nothing else ' +
    'but zod.',
  '@recado/sdk/client':
    'For clients of the product’s API. The interface is written on it, and so can any other client be.',
  '@recado/sdk/server': 'What the server side of a plugin needs beside its context.',
  '@recado/sdk/ui': 'The interface kit, slots and hooks. At run time there is one instance in the page, the shell’s.',
  '@recado/sdk/vite': 'The build of panels.',
  '@recado/sdk/testing': 'Suites for a plugin’s own tests, on vitest.',
  '@recado/sdk/testing/simulator': 'Stand-ins for providers, over HTTP.',
  '@recado/sdk/testing/ui': 'Panels in a simulated browser.',
}

const isSchema = (value: unknown): value is Parameters<typeof schemaOf>[0] =>
  typeof value === 'object' && value !== null && '_zod' in value
// What a reader needs of a declaration: it is exported anyway, and where its types stand is no matter.
const plainText = ({ text }: Declaration): string =>
  text
    .replace(/^export (declare )?/, '')
    .replace(/\bimport\("[^"]+"\)\./g, '')
    .replace(/\bz\.core\./g, '')

/** Lines beyond which a type says less than its words. */
const longest = 60

function body(name: string, declarations: readonly Declaration[]): string {
  const value: unknown = (contracts as Readonly<Record<string, unknown>>)[name]
  if (isSchema(value))
    return (
      `${declarations.some(({ kind }) => kind === 'const') ? 'schema' : 'type'} ${name} = ` +
      `${typeText(schemaOf(value))}`
    )
  const shown = declarations.map(plainText).join('\n')
  return shown.split('\n').length <= longest ? shown : shown.split('\n').slice(0, longest).concat('  …').join('\n')
}

function sections({ name: entry, exports }: Entry, before: ReadonlyMap<Declaration, string>): string[] {
  const words = about[entry]
  if (words === undefined) throw new Error(`${entry} needs a sentence in scripts/reference/sdk.ts`)
  const shared = [...exports]
    .filter(
      ([
        ,
        {
          declarations: [first],
        },
      ]) => before.has(first!),
    )
    .map(([name]) => code(name))
  const own = [...exports].filter(
    ([
      ,
      {
        declarations: [first],
      },
    ]) => !before.has(first!),
  )
  return [
    `## ${code(entry)}`,
    words,
    ...(shared.length > 0 ? [`Also from here, as described above: ${shared.join(', ')}.`] : []),
    ...own.flatMap(([name, { declarations, doc = '' }]) => [
      `### ${code(name)}`,
      doc.replace(/\{@link ([\w.]+)\}/g, '`$1`'),
      `\`\`\`ts\n${body(name, declarations)}\n\`\`\``,
    ]),
  ]
}

export function sdkPage(): string {
  const before = new Map<Declaration, string>()
  const blocks = sdkSurface().flatMap((entry) => {
    const made = sections(entry, before)
    for (const { declarations } of entry.exports.values())
      for (const declaration of declarations) before.set(declaration, entry.name)
    return made
  })
  return page(
    'The SDK',
    'Everything that a plugin can import, by entry. How a plugin is made of it stands in ' +
      '[Plugins](../plugins/index.md).',
    ...blocks,
  )
}
