import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { CommandError } from '../command-error.ts'
import type { DevFolder } from './dev-folder.ts'
import { runScript } from './npm-script.ts'

/** Email of the administrator of a first start, as the product sets it. */
export const administrator = 'admin@recado.local'
const readyLine = /^Recado is ready: (\S+)/

/** A product that runs for one plugin. */
export interface DevProduct {
  readonly address: string
  /** Resolves when it has ended, for whatever reason. */
  readonly ended: Promise<void>
  /** Asks it to end and waits for it. */
  stop(): Promise<void>
}

interface StartOptions {
  /** Folder of the product's sources. */
  readonly recado: string
  readonly port: string
  readonly folder: DevFolder
  /** A line of its start. */
  tell(line: string): void
  /** A line of its log. */
  log(line: string): void
}

/**
 * Starts the product from its sources as `npm start` does, with a data folder of its own, which takes unsigned plugins
 * and may reach this machine.
 * @throws CommandError where the folder is no Recado, or it ends before it is ready
 */
export async function startProduct({ recado, port, folder, tell, log }: StartOptions): Promise<DevProduct> {
  const description = join(recado, 'package.json')
  const name = existsSync(description) && (JSON.parse(readFileSync(description, 'utf8')) as { name?: string }).name
  if (name !== 'recado') throw new CommandError(`${recado} is not the folder of Recado: name it by --recado.`)
  const { child, end } = runScript('start', recado, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PORT: port,
      DATA_DIR: folder.dataDir,
      RECADO_ADMIN_EMAIL: administrator,
      RECADO_ADMIN_PASSWORD: folder.password,
      RECADO_PLUGIN_SIGNATURES: 'ask',
      RECADO_DEMO_PROGRAM: '',
      LOG_LEVEL: 'info',
    },
  })
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve())
  })
  createInterface(child.stderr!).on('line', log)
  const address = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout!).on('line', (line) => {
      const ready = readyLine.exec(line)
      if (ready) resolve(ready[1]!)
      else if (line.trim() !== '') tell(line)
    })
    void ended.then(() => reject(new CommandError('Recado ended before it was ready.')))
  })
  return {
    address,
    ended,
    async stop() {
      end()
      await ended
    },
  }
}
