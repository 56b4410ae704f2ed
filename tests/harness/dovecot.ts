import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { randomUUID } from 'node:crypto'
import { createConnection, createServer, type AddressInfo } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { reportAbsence } from './absence.ts'
import { onPath } from './programs.ts'

/** Whether a real IMAP server is on this machine. */
export function hasDovecot(): boolean {
  if (onPath('dovecot') !== undefined) return true
  reportAbsence('the mailbox at a real IMAP server', 'there is no dovecot on the PATH')
  return false
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })

/** Dovecot with mailboxes as Maildir in a folder of its own, in plain and by TLS, for any user that has a password. */
export class Dovecot {
  readonly port: number
  readonly tlsPort: number
  readonly #folder: string
  readonly #config: string
  readonly #owner: { uid: number; gid: number }
  #child: ChildProcess | undefined
  #delivered = 0

  private constructor(folder: string, port: number, tlsPort: number) {
    this.port = port
    this.tlsPort = tlsPort
    this.#folder = folder
    this.#config = join(folder, 'dovecot.conf')
    // Dovecot refuses to keep mail as root; as anybody else it can only keep it as itself.
    const { uid, gid } = userInfo()
    this.#owner = uid === 0 ? { uid: 65_534, gid: 65_534 } : { uid, gid }
  }

  static async start(): Promise<Dovecot> {
    const folder = mkdtempSync(join(tmpdir(), 'recado-dovecot-'))
    chmodSync(folder, 0o755)
    const dovecot = new Dovecot(folder, await freePort(), await freePort())
    for (const name of ['run', 'state', 'mail']) mkdirSync(join(folder, name))
    dovecot.#own(join(folder, 'mail'))
    writeFileSync(join(folder, 'users'), '')
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-days',
        '2',
        '-subj',
        '/CN=localhost',
        '-addext',
        'subjectAltName=DNS:localhost',
        '-keyout',
        join(folder, 'key.pem'),
        '-out',
        join(folder, 'cert.pem'),
      ],
      { stdio: 'ignore' },
    )
    writeFileSync(dovecot.#config, dovecot.#settings())
    await dovecot.#run()
    return dovecot
  }

  /** The certificate as PEM; valid for `localhost`. */
  get certificate(): string {
    return readFileSync(join(this.#folder, 'cert.pem'), 'utf8')
  }

  /** Of the certificate, as PEM. */
  get key(): string {
    return readFileSync(join(this.#folder, 'key.pem'), 'utf8')
  }

  /** A password may be changed later; there is no more to an account. */
  setPassword(user: string, password: string): void {
    const file = join(this.#folder, 'users')
    const others = readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith(`${user}:`))
    writeFileSync(file, [...others, `${user}:{PLAIN}${password}`, ''].join('\n'))
  }

  /** Lets a mail arrive as a server for delivery does. @param raw bytes as latin1 */
  deliver(user: string, raw: string, arrived = new Date()): void {
    const box = this.#box(user)
    const name = `${Math.floor(arrived.getTime() / 1_000)}.M${++this.#delivered}P${process.pid}.test`
    const written = join(box, 'tmp', name)
    writeFileSync(written, Buffer.from(raw, 'latin1'))
    utimesSync(written, arrived, arrived)
    this.#own(written)
    renameSync(written, join(box, 'new', name))
  }

  /** The mails of a folder as latin1, oldest first. */
  mails(user: string, folder = 'INBOX'): { raw: string; seen: boolean }[] {
    const box = folder === 'INBOX' ? this.#box(user) : join(this.#box(user), `.${folder}`)
    return ['new', 'cur']
      .flatMap((part) =>
        existsSync(join(box, part))
          ? readdirSync(join(box, part)).map((name) => ({ name, path: join(box, part, name) }))
          : [],
      )
      .toSorted((one, other) => (one.name < other.name ? -1 : 1))
      .map(({ name, path }) => ({
        raw: readFileSync(path, 'latin1').replace(/\r?\n/g, '\r\n'),
        seen: /:2,[A-Z]*S/.test(name),
      }))
  }

  /** Forgets how it counted: the mails get other uids under another UIDVALIDITY. */
  async renumber(user: string): Promise<void> {
    await this.#halt()
    const box = this.#box(user)
    for (const name of readdirSync(box)) if (name.startsWith('dovecot')) rmSync(join(box, name), { recursive: true })
    writeFileSync(
      join(box, 'dovecot-uidlist'),
      `3 V${Math.floor(Date.now() / 1_000) + 1_000} N1 G${randomUUID().replaceAll('-', '')}\n`,
    )
    this.#own(join(box, 'dovecot-uidlist'))
    await this.#run()
  }

  async restart(): Promise<void> {
    await this.#halt()
    await this.#run()
  }

  async close(): Promise<void> {
    await this.#halt()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #settings(): string {
    const { uid, gid } = this.#owner
    const own = userInfo()
    const isRoot = own.uid === 0
    const group = execFileSync('id', ['-gn'], { encoding: 'utf8' }).trim()
    return `
base_dir = ${join(this.#folder, 'run')}
state_dir = ${join(this.#folder, 'state')}
log_path = ${join(this.#folder, 'log')}
protocols = imap
listen = 127.0.0.1
ssl = yes
ssl_cert = <${join(this.#folder, 'cert.pem')}
ssl_key = <${join(this.#folder, 'key.pem')}
disable_plaintext_auth = no
auth_mechanisms = plain login
auth_failure_delay = 0
mail_location = maildir:${join(this.#folder, 'mail', '%u')}
mail_fsync = never
maildir_very_dirty_syncs = no
mailbox_idle_check_interval = 1 s
mail_max_userip_connections = 50
first_valid_uid = 1
first_valid_gid = 1
default_login_user = ${isRoot ? 'dovenull' : own.username}
default_internal_user = ${isRoot ? 'dovecot' : own.username}
default_internal_group = ${isRoot ? 'dovecot' : group}
passdb {
  driver = passwd-file
  args = scheme=PLAIN username_format=%u ${join(this.#folder, 'users')}
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${join(this.#folder, 'mail', '%u')} allow_all_users=yes
}
namespace inbox {
  inbox = yes
  mailbox Sent {
    special_use = \\Sent
    auto = create
  }
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${this.port}
  }
  inet_listener imaps {
    port = ${this.tlsPort}
    ssl = yes
  }
}
service anvil {
  chroot =
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service stats {
  chroot =
}
`
  }

  async #run(): Promise<void> {
    this.#child = spawn('dovecot', ['-F', '-c', this.#config], { stdio: 'ignore', detached: true })
    const until = Date.now() + 10_000
    while (!(await answers(this.port))) {
      if (Date.now() > until || this.#child.exitCode !== null)
        throw new Error(
          'dovecot does not answer: ' +
            `${
              existsSync(join(this.#folder, 'log'))
                ? readFileSync(join(this.#folder, 'log'), 'utf8').slice(-2_000)
                : 'it left no log'
            }`,
        )
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  async #halt(): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (!child || child.exitCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    // Its own group, for the processes that serve clients outlive the master for a while.
    process.kill(-child.pid!, 'SIGTERM')
    await ended
  }

  #box(user: string): string {
    const box = join(this.#folder, 'mail', user)
    for (const path of [box, ...['new', 'cur', 'tmp'].map((name) => join(box, name))]) {
      if (existsSync(path)) continue
      mkdirSync(path)
      this.#own(path)
    }
    return box
  }

  #own(path: string): void {
    if (userInfo().uid === 0) chownSync(path, this.#owner.uid, this.#owner.gid)
  }
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1')
    socket.once('data', (greeting) => {
      socket.destroy()
      resolve(String(greeting).startsWith('* OK'))
    })
    socket.once('error', () => resolve(false))
    socket.setTimeout(2_000, () => {
      socket.destroy()
      resolve(false)
    })
  })
