import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { readArchive } from '../../sdk/src/cli/archive.ts'

const root = join(import.meta.dirname, '../..')
const programs = join(root, 'scripts/toolchain/node_modules/.bin')
const run = promisify(execFile)

/** A program's words, or an error that holds them. */
async function output(cwd: string, program: string, ...args: readonly string[]): Promise<string> {
  const { VITEST: _vitest, NODE_ENV: _mode, ...env } = process.env
  // Of this run nothing may reach the stranger's: not its test runner, not its mode.
  const clean = Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^(VITEST|TINYPOOL|npm_|RECADO_)/.test(name)),
  )
  try {
    return (
      await run(program, args, {
        cwd,
        env: { ...clean, PATH: `${programs}${delimiter}${process.env['PATH'] ?? ''}`, NO_COLOR: '1' },
        maxBuffer: 10_000_000,
      })
    ).stdout
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`${program} ${args.join(' ')}\n${stdout}\n${stderr}`, { cause: error })
  }
}

/** A folder far from the repository, with the packed packages and nothing else: where strangers write plugins. */
export class Workshop {
  readonly folder: string
  private constructor(folder: string) {
    this.folder = folder
  }

  static async open(): Promise<Workshop> {
    const workshop = new Workshop(await mkdtemp(join(tmpdir(), 'recado-stranger-')))
    await output(root, 'node', 'scripts/pack-sdk.mjs', workshop.folder)
    await readArchive(await workshop.archive('create-recado-plugin'), join(workshop.folder, '.generator'))
    return workshop
  }

  /** The archive of one of the packages. */
  async archive(name: string): Promise<string> {
    const found = (await readdir(this.folder)).find((file) => file.startsWith(`${name}-`) && file.endsWith('.tgz'))
    if (found === undefined) throw new Error(`${name} was not packed`)
    return join(this.folder, found)
  }

  /** Runs the generator as `npm create` does. */
  async create(...args: readonly string[]): Promise<string> {
    return output(this.folder, 'node', join(this.folder, '.generator/dist/main.js'), ...args)
  }

  /** A plugin as the generator starts it, with files of ours laid over it, and its packages installed. */
  async plugin(id: string, kind: 'channel' | 'feature', overlay?: string): Promise<StrangersPlugin> {
    await this.create(id, '--kind', kind, '--sdk', `file:${await this.archive('recado-sdk')}`)
    const plugin = new StrangersPlugin(join(this.folder, id))
    if (overlay !== undefined) await cp(overlay, plugin.folder, { recursive: true })
    await plugin.run('pnpm', 'install', '--prefer-offline', '--ignore-workspace', '--reporter=silent')
    return plugin
  }

  close(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true })
  }
}

export class StrangersPlugin {
  readonly folder: string
  constructor(folder: string) {
    this.folder = folder
  }

  run(program: string, ...args: readonly string[]): Promise<string> {
    return output(this.folder, program, ...args)
  }
  /** Runs `recado-plugin`, which the packed SDK has brought. */
  recado(...args: readonly string[]): Promise<string> {
    return this.run(join(this.folder, 'node_modules/.bin/recado-plugin'), ...args)
  }
  typecheck(): Promise<string> {
    return this.run(join(this.folder, 'node_modules/.bin/tsc'))
  }
  /** Its own tests: how many passed, failed and were left out. */
  async test(): Promise<{ numPassedTests: number; numFailedTests: number; numPendingTests: number }> {
    const results = join(this.folder, 'dist/tests.json')
    await this.run(join(this.folder, 'node_modules/.bin/vitest'), 'run', '--reporter=json', `--outputFile=${results}`)
    return JSON.parse(await readFile(results, 'utf8')) as {
      numPassedTests: number
      numFailedTests: number
      numPendingTests: number
    }
  }
  /** Packs it and answers the archive's path. */
  async pack(...options: readonly string[]): Promise<string> {
    return join(this.folder, (await this.recado('pack', ...options)).trim())
  }
}
