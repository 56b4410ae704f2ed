// @ts-check
import { spawnSync } from 'node:child_process'
import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** The packages that leave the repository, and their folders. Each has a `tsconfig.pack.json`. */
export const packages = /** @type {const} */ ({ '@recado/contracts': 'core/contracts', '@recado/sdk': 'sdk', 'create-recado-plugin': 'sdk/create-plugin' })

/** @param {string} folder a package's, from the root of the repository */
export const folderOf = (folder) => join(root, folder)

/**
 * Emits JavaScript and declarations of a package into a folder, with everything beside them that is no TypeScript.
 * @param {string} folder the package's, from the root of the repository
 * @param {string} outDir
 */
export function emit(folder, outDir) {
  const { status, stdout } = spawnSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', join(root, folder, 'tsconfig.pack.json'), '--outDir', outDir], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${folder} does not compile:\n${stdout}`)
  cpSync(join(root, folder, 'src'), outDir, { recursive: true, filter: (path) => !/\.tsx?$/.test(path) })
  for (const file of globSync('**/*.d.ts', { cwd: outDir })) writeFileSync(join(outDir, file), withScriptEndings(readFileSync(join(outDir, file), 'utf8')))
}

/** The compiler rewrites the endings of relative imports in what runs, but not in declarations. @param {string} declarations */
export const withScriptEndings = (declarations) => declarations.replace(/(\b(?:from|import)\s*\(?\s*)(['"])(\.{1,2}\/[^'"\n]+?)\.tsx?\2/g, '$1$2$3.js$2')
