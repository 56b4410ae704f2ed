import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConfigurationWithToken } from '../../plugins/api/src/configurations/configuration.ts'
import { addressOf, exampleOf } from '../../plugins/api/src/ui/settings/example-requests.ts'
import { eventually } from '../harness/app.ts'
import { pluginFolder } from '../harness/plugin-folder.ts'
import { smsWorld, type SmsWorld } from '../plugins/sms.rig.ts'

/* The examples of the page for programmers are those of the settings page, and every one of them sends. */

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/how-to/send-from-a-program.md'), 'utf8')
const documented = { address: addressOf('https://recado.example', 'API_ID'), number: '+5511998765432' }

/** How each example is run: its block in the page, its file, and the program that reads it. */
const examples = [
  { language: 'curl', fence: 'sh', file: 'example.sh', program: 'sh' },
  { language: 'typescript', fence: 'ts', file: 'example.mts', program: process.execPath },
  { language: 'python', fence: 'python', file: 'example.py', program: 'python3' },
] as const
const blockOf = (fence: string): string | undefined =>
  new RegExp(`\`\`\`${fence}\\n([\\s\\S]*?)\\n\`\`\``).exec(page)?.[1]
const isThere = (program: string): Promise<boolean> =>
  run(program, ['--version']).then(
    () => true,
    (error: { code?: unknown }) => error.code !== 'ENOENT',
  )

describe('the examples of the page for programs', () => {
  let world: SmsWorld
  let made: ConfigurationWithToken
  let folder: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'recado-examples-'))
    world = await smsWorld('gateway', { folders: [pluginFolder(join(root, 'plugins/api'))] })
    made = await world.mine.admin.ok('POST', '/p/api/configurations', {
      name: 'Loja',
      sessionId: world.mine.connection.id,
    })
  })
  afterAll(async () => {
    await world?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it.each(examples)('are those of the settings page, in $language', ({ language, fence }) => {
    expect(blockOf(fence)).toBe(exampleOf[language](documented.address, documented.number))
  })

  it.each(examples)('send once, in $language', async ({ fence, file, program }) => {
    if (!(await isThere(program === 'sh' ? 'curl' : program))) return
    const number = `+55119${randomInt(60_000_000, 99_999_999)}`
    const customer = world.mine.customer(number)
    const example = blockOf(fence)!
      .replaceAll(documented.address, addressOf(world.base, made.configuration.id))
      .replaceAll(documented.number, number)
      .replaceAll('pedido-1042', `pedido-${number}`)
    writeFileSync(join(folder, file), example)
    for (const _time of [1, 2]) {
      const { stdout } = await run(program, [join(folder, file)], {
        env: { ...process.env, RECADO_TOKEN: made.token, NODE_OPTIONS: '' },
      })
      expect(stdout).toContain('Message add queue')
    }
    await eventually(
      () => customer.received.map(({ text }) => text),
      (texts) => texts.join() === 'Seu pedido 1042 saiu para entrega.',
    )
  })
})
