import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { reportAbsence } from './absence.ts'
import { onPath } from './programs.ts'

/** Whether PgBouncer is on this machine. */
export function hasPgbouncer(): boolean {
  if (onPath('pgbouncer') !== undefined) return true
  reportAbsence('what becomes of Recado behind a connection pooler', 'there is no pgbouncer on the PATH')
  return false
}

/**
 * Runs PgBouncer until it is disposed of.
 * @param files of `/etc/pgbouncer` by name; they lie elsewhere
 */
export async function pgbouncer(
  files: Readonly<Record<'pgbouncer.ini' | 'userlist.txt', string>>,
): Promise<AsyncDisposable> {
  const folder = mkdtempSync(join(tmpdir(), 'recado-pgbouncer-'))
  chmodSync(folder, 0o755)
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, name), text.replaceAll('/etc/pgbouncer', folder))
  }
  // PgBouncer refuses to run as root.
  const account = userInfo().uid === 0 ? { uid: 65_534, gid: 65_534 } : {}
  const child = spawn('pgbouncer', [join(folder, 'pgbouncer.ini')], {
    ...account,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve())
  })
  const said: string[] = []
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    void ended.then(() => reject(new Error(`pgbouncer ended:\n${said.join('\n')}`)))
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (said.length < 50) said.push(line)
      if (line.includes('process up')) resolve()
    })
  })
  return {
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
