import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packageLimits, packageManifestFile, type PluginModule } from '@recado/contracts'
import { filesBelow, readArchive, writeArchive } from './archive.ts'
import { CommandError } from './command-error.ts'
import { packageManifest } from './package-manifest.ts'
import { builtModule, packageJson } from './project.ts'
import { signFolder } from './signing.ts'

const contents = ['dist/server.js', 'dist/ui', 'locales', 'migrations', 'README.md', 'LICENSE']

/** Work in a folder that is gone afterwards. */
async function staged<T>(work: (stage: string) => Promise<T>): Promise<T> {
  const stage = mkdtempSync(join(tmpdir(), 'recado-plugin-'))
  try {
    return await work(stage)
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}

/** Puts the files of an archive into a folder, the manifest among them. */
export function stage(folder: string, module: PluginModule, target: string): void {
  for (const name of contents)
    if (existsSync(join(folder, name))) cpSync(join(folder, name), join(target, name), { recursive: true })
  // Of the package's own description only what still holds: the bundle has no dependencies, and there is nothing to
  // run.
  const { name, version, description, license, homepage } = packageJson(folder)
  writeFileSync(
    join(target, 'package.json'),
    `${JSON.stringify({ name, version, type: 'module', description, license, homepage }, undefined, 2)}\n`,
  )
  writeFileSync(
    join(target, packageManifestFile),
    `${JSON.stringify(packageManifest(module, target, filesBelow(target)), undefined, 2)}\n`,
  )
}

/** Sentences about what an installation would refuse for its size; none when all is well. */
export function oversize(target: string): string[] {
  const files = filesBelow(target)
  const bytes = files.reduce((sum, path) => sum + statSync(join(target, path)).size, 0)
  return [
    ...(files.length > packageLimits.files
      ? [
          `The archive would hold ${files.length} files, ${packageLimits.files} at most are taken: leave out ` +
            'what the plugin does not use.',
        ]
      : []),
    ...(bytes > packageLimits.unpackedBytes
      ? [
          `The archive would unpack to ${bytes} bytes, ${packageLimits.unpackedBytes} at most are taken: leave ` +
            'out or compress what is large.',
        ]
      : []),
  ]
}

/** Writes `<id>-<version>.recado.tgz` of a plugin that is built, signed when a key is given, and answers its path. */
export async function packPlugin(folder: string, outDir: string, keyFile?: string): Promise<string> {
  const module = await builtModule(folder)
  return staged(async (target) => {
    stage(folder, module, target)
    if (keyFile !== undefined) signFolder(target, keyFile)
    const tooMuch = oversize(target)
    if (tooMuch.length > 0) throw new CommandError(...tooMuch)
    mkdirSync(outDir, { recursive: true })
    const file = join(outDir, `${module.definition.id}-${module.definition.version}.recado.tgz`)
    await writeArchive(target, file)
    const packed = statSync(file).size
    if (packed > packageLimits.packedBytes)
      throw new CommandError(
        `${file} has ${packed} bytes, ${packageLimits.packedBytes} at most are taken: leave out or compress what ` +
          'is large.',
      )
    return file
  })
}

/** Signs an archive again, over its manifest; the packed files stay as they are. */
export async function signArchive(file: string, keyFile: string): Promise<void> {
  if (!existsSync(file)) throw new CommandError(`There is no ${file}.`)
  await staged(async (target) => {
    await readArchive(file, target)
    if (!existsSync(join(target, packageManifestFile)))
      throw new CommandError(`${file} is no packed plugin: it has no ${packageManifestFile}.`)
    signFolder(target, keyFile)
    await writeArchive(target, file)
  })
}
