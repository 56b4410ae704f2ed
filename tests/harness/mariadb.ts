import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { createConnection, type Connection } from 'mysql2/promise'
import { reportAbsence } from './absence.ts'
import { eventually } from './app.ts'
import { freePort } from './free-port.ts'
import { onPath } from './programs.ts'
import { dataRoot } from './data-root.ts'

/** Whether a MariaDB server is on this machine. */
export function hasMariadb(): boolean {
  const missing = ['mariadbd', 'mariadb-install-db', 'openssl'].filter((program) => onPath(program) === undefined)
  if (missing.length > 0) reportAbsence('imports from MySQL and MariaDB', `${missing.join(', ')} missing`)
  return missing.length === 0
}

const key = 'server.key'
const certificate = 'server.pem'
const nobody = { uid: 65_534, gid: 65_534 }

/** A MariaDB server of a test's own, in a folder of its own; with `tls` it offers TLS. */
export class Mariadb implements AsyncDisposable {
  readonly port: number
  /** As the administrator of the server. */
  readonly admin: Connection
  readonly #folder: string
  readonly #child: ChildProcess

  private constructor(port: number, admin: Connection, folder: string, child: ChildProcess) {
    this.port = port
    this.admin = admin
    this.#folder = folder
    this.#child = child
  }

  static async start({ tls = false }: { readonly tls?: boolean } = {}): Promise<Mariadb> {
    const folder = mkdtempSync(join(dataRoot, 'recado-mariadb-'))
    const data = join(folder, 'data')
    // The server refuses to run as root; as anybody else it can only run as itself.
    const owner = userInfo().uid === 0 ? nobody : undefined
    if (owner) {
      chmodSync(folder, 0o755)
      chownSync(folder, owner.uid, owner.gid)
    }
    const said = { stdio: 'pipe', cwd: folder, ...owner } as const
    execFileSync(
      onPath('mariadb-install-db')!,
      ['--no-defaults', `--datadir=${data}`, '--auth-root-authentication-method=normal', '--skip-test-db'],
      said,
    )
    if (tls)
      execFileSync(
        onPath('openssl')!,
        // prettier-ignore
        ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost',
         '-keyout', key, '-out', certificate],
        said,
      )
    const port = await freePort()
    const secure = tls ? [`--ssl-cert=${join(folder, certificate)}`, `--ssl-key=${join(folder, key)}`] : ['--skip-ssl']
    const child = spawn(
      onPath('mariadbd')!,
      [
        '--no-defaults',
        `--datadir=${data}`,
        `--socket=${join(folder, 'socket')}`,
        `--port=${port}`,
        '--bind-address=127.0.0.1',
        '--innodb-flush-log-at-trx-commit=0',
        ...secure,
      ],
      { stdio: 'ignore', cwd: folder, ...owner },
    )
    const admin = await eventually(
      () =>
        createConnection({ socketPath: join(folder, 'socket'), user: 'root', multipleStatements: true }).catch(
          () => undefined,
        ),
      (connection) => connection !== undefined,
      60_000,
    )
    return new Mariadb(port, admin!, folder, child)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.admin.destroy()
    const gone = new Promise((resolve) => this.#child.once('exit', resolve))
    this.#child.kill('SIGKILL')
    await gone
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
