// @ts-check
import { existsSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { build } from 'vite'
import { serverFolder } from './outputs.mjs'
import { root, subfolders } from './toolchain.mjs'

/**
 * Builds the server and the server sides of the plugins of the repository, whose shared modules stand once in files
 * that all of them import. Why: docs/decisions/112-bundle-the-server-for-its-start.md.
 */

/** What packages use where somebody installed it beside them; here nobody does. */
const absent = ['bufferutil', 'utf-8-validate', 'pg-native']

const plugins = () =>
  subfolders('plugins')
    .filter((folder) => existsSync(join(root, folder, 'src', 'server.ts')))
    .map((folder) => ({ folder, entry: `plugin-${basename(folder)}` }))

/** @returns {Promise<string>} the folder it wrote */
export async function buildServer() {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true, external: absent, target: 'node' },
    plugins: [placesOfSources(), listOfPlugins(), asciiTexts()],
    build: {
      ssr: true,
      outDir: serverFolder,
      emptyOutDir: true,
      target: 'node24',
      minify: false,
      sourcemap: true,
      reportCompressedSize: false,
      rolldownOptions: {
        input: {
          main: join(root, 'core', 'src', 'main.ts'),
          ...Object.fromEntries(plugins().map(({ folder, entry }) => [entry, join(root, folder, 'src', 'server.ts')])),
        },
        output: {
          // Modules that are loaded later share files with those of the start, and must not change the order of these.
          strictExecutionOrder: true,
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          comments: { legal: false, annotation: false, jsdoc: false },
        },
      },
    },
  })
  const { output } = /** @type {import('vite').Rolldown.RolldownOutput} */ (built)
  const written = new Set(output.map((file) => file.fileName))
  const strangers = output
    .flatMap((file) => (file.type === 'chunk' ? [...file.imports, ...file.dynamicImports] : []))
    .filter((name) => !written.has(name) && !name.startsWith('node:') && !isBuiltin(name))
  if (strangers.length > 0) throw new Error(`it would import ${strangers.join(', ')} at run time`)
  return serverFolder
}

/**
 * What a module reads beside itself (SQL, workers, programs, files of packages) stays where the source is: the place
 * that a module asks for is that of its source, told from the place of the built file.
 * @returns {import('vite').Plugin}
 */
function placesOfSources() {
  const asked = /\bimport\.meta\.(dirname|filename|url)\b|(?<!(?:const|let|var) )\b__(dirname|filename)\b/g
  return {
    name: 'recado:places-of-sources',
    enforce: 'pre',
    transform: {
      filter: { id: { exclude: /\0/ }, code: /\bimport\.meta\.(dirname|filename|url)\b|\b__(dirname|filename)\b/ },
      handler(code, id) {
        const [file = ''] = id.split('?', 1)
        /** @type {Record<string, string>} */
        const places = {
          dirname: placeOf(dirname(file)),
          filename: placeOf(file),
          url: `new URL(${JSON.stringify(relative(serverFolder, file))}, import.meta.url).href`,
        }
        const declaresThem = /\b(?:const|let|var) __(dirname|filename)\b/.test(code)
        return {
          code: code.replaceAll(asked, (found, ofModule, ofScript) =>
            ofScript !== undefined && declaresThem ? found : (places[ofModule ?? ofScript] ?? found),
          ),
          map: null,
        }
      },
    },
  }
}

/** @param {string} path */
const placeOf = (path) =>
  `process.getBuiltinModule('node:path').join(import.meta.dirname, ${JSON.stringify(relative(serverFolder, path))})`

/**
 * In place of the empty list of core/src/plugins/built-plugins.ts, what is built here.
 * @returns {import('vite').Plugin}
 */
function listOfPlugins() {
  return {
    name: 'recado:list-of-plugins',
    enforce: 'pre',
    load: {
      filter: { id: /\/core\/src\/plugins\/built-plugins\.ts$/ },
      handler() {
        const pairs = plugins().map(({ folder, entry }) => [folder, relative(root, join(serverFolder, `${entry}.js`))])
        return `
          import { join } from 'node:path'
          const root = join(import.meta.dirname, '..', '..', '..')
          const pairs = ${JSON.stringify(pairs)}
          export const builtPlugins = new Map(pairs.map((pair) => pair.map((path) => join(root, path))))`
      },
    },
  }
}

/**
 * Writes characters beyond ASCII as escapes: Node keeps the text of a file with one of them in two bytes a character
 * for as long as the process lives. A file with such a character in `String.raw` stays as it is, because there an
 * escape is six characters.
 * @returns {import('vite').Plugin}
 */
function asciiTexts() {
  const rawText = /String\.raw`[^`]*[^\0-\x7f]/
  /** @param {string} character */
  const escaped = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  return {
    name: 'recado:ascii-texts',
    generateBundle: (_, files) => {
      for (const file of Object.values(files))
        if (file.type === 'chunk' && !rawText.test(file.code))
          // Lines stay where they are, and with them the map.
          file.code = file.code.replaceAll(/[^\0-\x7f]/g, escaped)
    },
  }
}
