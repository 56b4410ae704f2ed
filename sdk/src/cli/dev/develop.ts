import { execFile } from 'node:child_process'
import { watch } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { promisify } from 'node:util'
import { packageJson } from '../project.ts'
import { devFolder, devFolderName, type DevFolder } from './dev-folder.ts'
import { DevInstaller } from './dev-installer.ts'
import { administrator, startProduct } from './dev-product.ts'
import { runScript, type RunningScript } from './npm-script.ts'
import { pluginLine } from './plugin-log.ts'

/** Files of an editor come in several writes. */
const settledMs = 150
const ignored = ['dist', 'node_modules', '.git', devFolderName]

export interface DevelopOptions {
  /** Folder of the product's sources. */
  readonly recado: string
  readonly port: string
  say(line: string): void
}

/**
 * Works on a plugin in a running product: packs it at each change of its files and replaces it there without a restart,
 * shows what it logs, and runs its simulator beside it where package.json has a script `simulate`. What does not build
 * or start is said, and the version before it goes on. Ends with the product, or by Ctrl+C.
 * @throws CommandError where the product does not start
 */
export async function developPlugin(folder: string, { recado, port, say }: DevelopOptions): Promise<void> {
  const place = devFolder(folder)
  const { id } = await packed(folder, place)
  const product = await startProduct({
    recado,
    port,
    folder: place,
    tell: say,
    log(line) {
      const shown = pluginLine(line, id)
      if (shown !== undefined) say(shown)
    },
  })
  const simulator = simulatorOf(folder, say)
  const installer = new DevInstaller(product.address, place.password)
  const changes = new Changes(folder)
  const stop = (): void => {
    changes.end()
    simulator?.end()
    void product.stop()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop)
  void product.ended.then(() => changes.end())
  say(`Recado runs at ${product.address}: sign in as ${administrator} with the password ${place.password}`)
  do {
    const began = performance.now()
    try {
      const { archive } = await packed(folder, place)
      await installer.install(id, archive)
      say(`${id} runs, after ${((performance.now() - began) / 1_000).toFixed(1)} s. Waiting for changes …`)
    } catch (error) {
      if (!changes.ended) say(`${(error as Error).message.trim()}\nWhat ran before goes on. Waiting for changes …`)
    }
  } while (await changes.next())
  simulator?.end()
  await product.ended
}

/**
 * Packs in a process of its own: what is imported there is gone afterwards. Words and tests that are missing yet keep
 * nobody from trying what is there.
 */
async function packed(folder: string, place: DevFolder): Promise<{ id: string; archive: Uint8Array<ArrayBuffer> }> {
  const command = [process.argv[1]!, 'pack', folder, '--out', place.packed, '--unchecked']
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: folder }).catch(
    ({ stdout: told, stderr }: { stdout?: string; stderr?: string }) => {
      throw new Error(stderr?.trim() || told || 'The plugin could not be packed.')
    },
  )
  const file = stdout.trim().split('\n').at(-1)!
  const name = file.slice(file.lastIndexOf(sep) + 1)
  const { version } = packageJson(folder)
  const id = name.slice(0, name.length - `-${version}.recado.tgz`.length)
  return { id, archive: new Uint8Array(await readFile(join(place.packed, name))) }
}

function simulatorOf(folder: string, say: (line: string) => void): RunningScript | undefined {
  if (packageJson(folder).scripts?.['simulate'] === undefined) return undefined
  const simulator = runScript('simulate', folder, { stdio: ['ignore', 'inherit', 'inherit'] })
  simulator.child.once('exit', (code) => {
    if (code) say(`The simulator ended with ${code}.`)
  })
  return simulator
}

/** Changes of a plugin's files, those of one moment together. */
class Changes {
  ended = false
  #pending = false
  #wake: (() => void) | undefined
  readonly #close: () => void

  constructor(folder: string) {
    const watcher = watch(folder, { recursive: true }, (_event, file) => {
      if (file === null || ignored.includes(file.split(sep)[0]!)) return
      this.#pending = true
      this.#wake?.()
    })
    this.#close = () => watcher.close()
  }

  /** Waits for the next change; false when it is over. */
  async next(): Promise<boolean> {
    while (!this.#pending && !this.ended)
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    if (this.ended) return false
    await new Promise((resolve) => setTimeout(resolve, settledMs))
    this.#pending = false
    return !this.ended
  }

  end(): void {
    this.ended = true
    this.#close()
    this.#wake?.()
  }
}
