import { spawnSync } from 'node:child_process'
import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')

/** The packages that leave the repository, and their folders. Each has a `tsconfig.pack.json`. */
export const packages = {
  '@recado/contracts': 'core/contracts',
  '@recado/sdk': 'sdk',
  'create-recado-plugin': 'sdk/create-plugin',
} as const

/** A folder, or file, given from the root of the repository. */
export const folderOf = (path: string): string => join(root, path)

/** Where each package was emitted: one that another carries along is compiled once. */
const emitted = new Map<string, string>()

/**
 * Emits JavaScript and declarations of a package into a folder, with everything beside them that is no TypeScript. The
 * folder stays until all packages are emitted.
 */
export function emit(folder: string, outDir: string): void {
  const before = emitted.get(folder)
  if (before !== undefined) return cpSync(before, outDir, { recursive: true })
  emitted.set(folder, outDir)
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/typescript/bin/tsc'), '-p', join(root, folder, 'tsconfig.pack.json'), '--outDir', outDir],
    { encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`${folder} does not compile:\n${stdout}`)
  cpSync(join(root, folder, 'src'), outDir, { recursive: true, filter: (path) => !/\.tsx?$/.test(path) })
  for (const file of globSync('**/*.d.ts', { cwd: outDir }))
    writeFileSync(join(outDir, file), withScriptEndings(readFileSync(join(outDir, file), 'utf8')))
}

/** The compiler rewrites the endings of relative imports in what runs, but not in declarations. */
export const withScriptEndings = (declarations: string): string =>
  declarations.replace(/(\b(?:from|import)\s*\(?\s*)(['"])(\.{1,2}\/[^'"\n]+?)\.tsx?\2/g, '$1$2$3.js$2')
