import { join } from 'node:path'
import { build, type Rollup } from 'vite'
import { packedPlugin, type PackedOptions } from './packed-plugin.ts'

/*
 * A plugin as somebody writes it who has the SDK and not this repository: what it needs is bundled into it, and nothing
 * else is there at run time.
 */

let kit: Promise<string> | undefined

/** The SDK and zod as one module, bundled once in a test file. */
const bundledKit = (): Promise<string> => kit ??= (async () => {
  const output = await build({
    configFile: false, logLevel: 'silent', root: import.meta.dirname, ssr: { noExternal: true },
    build: { ssr: join(import.meta.dirname, 'stranger-kit.ts'), write: false, minify: true },
  }) as Rollup.RollupOutput
  return output.output[0].code
})()

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

const obligatory = "settings: z.object({}), permissions: {}, channels: {}, routes: {}, emits: [], on: {}, jobs: {},"

/** A stranger's plugin, packed. Its definition and manifest agree unless one of them is told otherwise. */
export async function stranger(id: string, { version = '1.0.0', definition = '', implementation = '', before = '', files = {}, ...packing }: StrangerOptions = {}): Promise<Buffer> {
  const words = (text: string): string => `{ 'pt-BR': '${text}', en: '${text}', es: '${text}', ru: '${text}' }`
  const server = `import { definePlugin, defineRoute, implementPlugin, Empty, Refusal, TicketCreated, TicketClosed, z } from './kit.js'
${before}
const definition = definePlugin({
  id: '${id}', version: '${version}', host: '^1.0.0', publisher: 'Vizinhos & Cia', title: ${words(`Plugin ${id}`)}, description: ${words('Mostra quanto falta.')}, tier: 'free', enabledByDefault: true,
  ${obligatory}
  ${definition}
})
export default implementPlugin(definition, { channels: {}, routes: {}, on: {}, jobs: {}, ${implementation} })
`
  return packedPlugin(id, version, { ...packing, files: { 'dist/server.js': server, 'dist/kit.js': await bundledKit(), ...files } })
}
