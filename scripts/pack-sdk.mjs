// @ts-check
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { writeArchive } from '../sdk/src/cli/archive.ts'
import { emit, folderOf, packages } from './packages/emit.ts'
import { publishedManifest } from './packages/manifest.ts'
import { progress } from './toolchain.mjs'

/*
 * Writes the packages that a plugin is written with as npm takes them: `node scripts/pack-sdk.mjs <folder>`. The same
 * sources give the same bytes. Runs on the repository's own Node.
 */

/** A package as it is unpacked, with the packages it carries along. @param {string} folder @param {string} target */
function write(folder, target) {
  emit(folder, join(target, 'dist'))
  const manifest = publishedManifest(folder, version)
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`)
  for (const extra of ['README.md', ...manifest.files])
    if (existsSync(join(folderOf(folder), extra)) && extra !== 'dist')
      cpSync(join(folderOf(folder), extra), join(target, extra), { recursive: true })
  for (const [name, carried] of Object.entries(packages))
    if (manifest.bundleDependencies?.includes(name)) write(carried, join(target, 'node_modules', name))
}

const outDir = resolve(process.argv[2] ?? 'dist/packages')
const { version } = JSON.parse(readFileSync(folderOf('package.json'), 'utf8'))
mkdirSync(outDir, { recursive: true })
const stages = mkdtempSync(join(tmpdir(), 'recado-pack-'))
try {
  for (const [name, folder] of Object.entries(packages)) {
    const stage = join(stages, name)
    write(folder, stage)
    const file = join(outDir, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`)
    await writeArchive(stage, file)
    progress(file)
  }
} finally {
  rmSync(stages, { recursive: true, force: true })
}
