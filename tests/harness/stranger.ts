import { join } from 'node:path'
import { build, type Rollup } from 'vite'
import { packedPlugin, type PackedOptions } from './packed-plugin.ts'

/* A plugin written with the SDK alone, without this repository: its dependencies are bundled into it, and it needs
   nothing else at run time. */

const bundles = new Map<string, Promise<string>>()

/** A module with everything it imports, as one file; made once in a test file. */
export function bundled(file: string): Promise<string> {
  const known = bundles.get(file)
  if (known) return known
  const made = build({
    configFile: false,
    logLevel: 'silent',
    root: import.meta.dirname,
    ssr: { noExternal: true },
    build: { ssr: file, write: false, minify: true },
  }).then((output) => (output as Rollup.RollupOutput).output[0].code)
  bundles.set(file, made)
  return made
}

/** The SDK and zod as one module. */
const bundledKit = (): Promise<string> => bundled(join(import.meta.dirname, 'stranger-kit.ts'))

export interface StrangerOptions extends Omit<PackedOptions, 'files'> {
  readonly version?: string
  /** Fields of the definition beyond the obligatory ones, as source text: `routes: { … }, on: { … },`. */
  readonly definition?: string
  /** Fields of the implementation, as source text. */
  readonly implementation?: string
  /** Statements before both. */
  readonly before?: string
  readonly files?: PackedOptions['files']
}

const obligatory = 'settings: z.object({}), permissions: {}, channels: {}, routes: {}, emits: [], on: {}, jobs: {},'

/** A packed third-party plugin. Its definition and manifest agree unless one of them is overridden. */
export async function stranger(
  id: string,
  {
    version = '1.0.0',
    definition = '',
    implementation = '',
    before = '',
    files = {},
    ...packing
  }: StrangerOptions = {},
): Promise<Buffer> {
  const words = (text: string): string => `{ 'pt-BR': '${text}', en: '${text}', es: '${text}', ru: '${text}' }`
  const server = `
import { definePlugin, defineRoute, implementPlugin, Empty, Refusal, TicketCreated, TicketClosed, z } from './kit.js'
${before}
const definition = definePlugin({
  id: '${id}', version: '${version}', host: '^1.0.0', publisher: 'Vizinhos & Cia',
  title: ${words(`Plugin ${id}`)},
  description: ${words('Mostra quanto falta.')},
  tier: 'free', enabledByDefault: true,
  ${obligatory}
  ${definition}
})
export default implementPlugin(definition, { channels: {}, routes: {}, on: {}, jobs: {}, ${implementation} })
`
  return packedPlugin(id, version, {
    ...packing,
    files: { 'dist/server.js': server, 'dist/kit.js': await bundledKit(), ...files },
  })
}
