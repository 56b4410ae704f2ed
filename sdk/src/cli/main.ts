#!/usr/bin/env node
import { relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildPlugin } from './build.ts'
import { CommandError } from './command-error.ts'
import { developPlugin } from './dev/develop.ts'
import { packPlugin, signArchive } from './pack.ts'
import { generateKey, type PublisherKey } from './signing.ts'
import { validatePlugin } from './validate.ts'

const help = `Usage: recado-plugin <command>

  build [folder]                  build dist/server.js and dist/ui
  validate [folder]               say what is wrong with a built plugin
  pack [folder]                   build, validate and write <id>-<version>.recado.tgz
      --out <folder>              where to (the plugin's folder)
      --key <file>                sign it too
      --unchecked                 leave out what validate would say
  dev [folder] --recado <folder>  work on it in a running Recado, started from the sources in that folder
      --port <number>             port of that Recado (3000)
  sign <archive> --key <file>     sign what is packed already
  keygen <file>                   make a publisher's key
`

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const shown = (path: string): string =>
  relative(process.cwd(), path).startsWith('..') ? path : relative(process.cwd(), path)

function needed(value: string | undefined, what: string): string {
  if (value === undefined) throw new CommandError(`${what} is missing.`, '', help.trimEnd())
  return value
}

async function checked(folder: string): Promise<void> {
  const complaints = await validatePlugin(folder)
  if (complaints.length > 0) throw new CommandError(...complaints)
}

const toldKey = ({ publicKey, fingerprint }: PublisherKey): string =>
  `Public key:  ${publicKey}\nFingerprint: ${fingerprint}`

interface Given {
  readonly argument: string | undefined
  readonly out: string | undefined
  readonly key: string | undefined
  readonly unchecked: boolean
  readonly recado: string | undefined
  readonly port: string | undefined
}
const commands: Record<string, (given: Given) => Promise<void> | void> = {
  build: ({ argument }) => buildPlugin(resolve(argument ?? '.')),
  async validate({ argument }) {
    await checked(resolve(argument ?? '.'))
    say('Nothing is wrong.')
  },
  async pack({ argument, out, key, unchecked }) {
    const folder = resolve(argument ?? '.')
    await buildPlugin(folder)
    if (!unchecked) await checked(folder)
    say(
      shown(
        await packPlugin(
          folder,
          out === undefined ? folder : resolve(out),
          key === undefined ? undefined : resolve(key),
        ),
      ),
    )
  },
  dev: ({ argument, recado, port = '3000' }) =>
    developPlugin(resolve(argument ?? '.'), { recado: resolve(needed(recado, '--recado')), port, say }),
  async sign({ argument, key }) {
    const file = resolve(needed(argument, 'The archive'))
    await signArchive(file, resolve(needed(key, '--key')))
    say(shown(file))
  },
  keygen({ argument }) {
    const file = resolve(needed(argument, 'The file for the private key'))
    say(
      `${toldKey(generateKey(file))}\nThe private key is in ${shown(file)}: keep it, and keep it to yourself. ` +
        'Updates of a plugin are signed by the same key.',
    )
  },
}

try {
  const {
    values,
    positionals: [name, argument],
  } = parseArgs({
    allowPositionals: true,
    options: {
      out: { type: 'string' },
      key: { type: 'string' },
      unchecked: { type: 'boolean', default: false },
      recado: { type: 'string' },
      port: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help || name === undefined) {
    say(help.trimEnd())
  } else {
    const command = commands[name]
    if (!command) throw new CommandError(`There is no command ${name}.`, '', help.trimEnd())
    const { out, key, unchecked, recado, port } = values
    await command({ argument, out, key, unchecked, recado, port })
  }
} catch (error) {
  if (!(error instanceof CommandError) && (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') !== true)
    throw error
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
