import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the product of a plugin's development needs between two runs. */
export interface DevFolder {
  readonly dataDir: string
  /** Where archives are packed. */
  readonly packed: string
  /** Of the administrator of the first start. */
  readonly password: string
}

export const devFolderName = '.recado-dev'
/** What that installation may reach beside the internet: simulators on the author's machine. */
const loopback = '127.0.0.0/8\n::1/128\n'

/** `.recado-dev` in the plugin's folder, which version control leaves out; made by the first run. */
export function devFolder(folder: string): DevFolder {
  const place = join(folder, devFolderName)
  const dataDir = join(place, 'data')
  const passwordFile = join(place, 'password')
  mkdirSync(dataDir, { recursive: true })
  const keep = (file: string, content: string): void => {
    if (!existsSync(file)) writeFileSync(file, content, { mode: 0o600 })
  }
  keep(join(place, '.gitignore'), '*\n')
  keep(passwordFile, randomBytes(12).toString('hex'))
  keep(join(dataDir, 'reachable-networks'), loopback)
  return { dataDir, packed: join(place, 'packed'), password: readFileSync(passwordFile, 'utf8') }
}
