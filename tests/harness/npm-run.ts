import { spawn } from 'node:child_process'
import { join } from 'node:path'

const repository = join(import.meta.dirname, '..', '..')

/** Output of a command of the repository, and its exit code. */
export interface Told {
  readonly code: number | null
  readonly said: string
}

/** Runs `npm run …` as an operator types it. */
export function npmRun(
  command: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<Told> {
  const { PATH, HOME } = process.env
  const child = spawn('npm', ['run', '--silent', command, '--', ...args], {
    cwd: repository,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH, HOME, ...variables },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => {
      said += text
    })
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said })))
}
