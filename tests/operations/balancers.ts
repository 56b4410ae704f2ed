import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { reportAbsence } from '../harness/absence.ts'
import { eventually } from '../harness/app.ts'
import { freePort } from '../harness/free-port.ts'
import { onPath } from '../harness/programs.ts'
import { block, renamed } from './blocks.ts'

/* nginx, HAProxy and Caddy as docs/operations/load-balancer.md has them, with addresses and files of this machine. */

const page = 'load-balancer.md'

/** Which program, and the one line of its configuration that is commented out until somebody needs stickiness. */
export const programs = {
  nginx: '# hash $remote_addr consistent;',
  haproxy: '# cookie RECADO_NODE insert',
  caddy: '# lb_policy cookie RECADO_NODE',
} as const
export type Program = keyof typeof programs

/** Whether all three are on this machine. */
export function hasBalancers(): boolean {
  const missing = Object.keys(programs).filter((program) => onPath(program) === undefined)
  if (missing.length > 0) reportAbsence('load balancers as their page configures them', `${missing.join(', ')} missing`)
  return missing.length === 0
}

export interface Balancer extends AsyncDisposable {
  /** Where it serves by TLS, and where it sends on to that. */
  readonly https: number
  readonly http: number
  /** All that it has written so far. */
  said(): string
  /** Types a command of the page that has these words in it. */
  type(words: string): void
  /** Has the program read its configuration with stickiness, and throws what it objects to. */
  checkSticky(): void
}

/** Where things are on this machine. */
interface Place {
  readonly folder: string
  readonly https: number
  readonly http: number
  readonly nodes: readonly [number, number]
}
interface Configuration {
  readonly file: string
  readonly text: string
  /** Arguments that run the program in the foreground, and those that have it check the file. */
  readonly run: string[]
  readonly check: string[]
  /** What commands of the page name, and what it is here. */
  readonly commands?: Readonly<Record<string, string>>
}

const nodesOf = ({ nodes: [one, two] }: Place) => ({
  '10.0.0.21:3000': `127.0.0.1:${one}`,
  '10.0.0.22:3000': `127.0.0.1:${two}`,
})

const configurations: Readonly<Record<Program, (place: Place) => Configuration>> = {
  nginx(place) {
    const { folder, https, http } = place
    const [main, file] = [join(folder, 'nginx.conf'), join(folder, 'conf.d/recado.conf')]
    const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    const temporary = kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    mkdirSync(join(folder, 'conf.d'))
    // What Debian's own file does around it.
    writeFileSync(
      main,
      `pid ${folder}/pid; error_log stderr; events {}
      http { access_log off; ${temporary.join(' ')} include ${folder}/conf.d/*.conf; }`,
    )
    const names = {
      ...nodesOf(place),
      'listen 80': `listen 127.0.0.1:${http}`,
      'listen 443': `listen 127.0.0.1:${https}`,
      '/etc/ssl/recado': folder,
    }
    return {
      file,
      text: renamed(block(page, 'upstream recado {'), names),
      run: ['-c', main, '-g', 'daemon off;'],
      check: ['-c', main, '-t'],
      commands: {
        '10.0.0.21:3000': `127.0.0.1:${place.nodes[0]}`,
        '/etc/nginx/conf.d/recado.conf': file,
        'nginx -s': `nginx -c ${main} -s`,
      },
    }
  },
  haproxy(place) {
    const { folder, https, http } = place
    const file = join(folder, 'haproxy.cfg')
    mkdirSync(join(folder, 'certs'))
    const pieces = ['fullchain.pem', 'privkey.pem'].map((name) => readFileSync(join(folder, name), 'utf8'))
    writeFileSync(join(folder, 'certs/localhost.pem'), pieces.join(''))
    const names = {
      ...nodesOf(place),
      '0.0.0.0:80': `127.0.0.1:${http}`,
      '0.0.0.0:443': `127.0.0.1:${https}`,
      '/etc/haproxy/certs': join(folder, 'certs'),
    }
    const text = renamed(block(page, 'backend recado\n'), names)
    // Only root may become another user.
    const own = userInfo().uid === 0 ? text : text.replace(/^ {2}(user|group|chroot) .*\n/gm, '')
    return { file, text: own, run: ['-db', '-f', file], check: ['-c', '-f', file] }
  },
  caddy(place) {
    const file = join(place.folder, 'Caddyfile')
    // For this name Caddy makes a certificate of its own; it must not become one that the machine trusts.
    const names = { ...nodesOf(place), 'atendimento.example.com': 'localhost' }
    const text = renamed(block(page, 'reverse_proxy 10.0.0.21:3000'), names)
    const ports = `{\n  http_port ${place.http}\n  https_port ${place.https}\n  admin off\n  skip_install_trust\n}\n`
    const of = ['--config', file, '--adapter', 'caddyfile']
    return { file, text: ports + text, run: ['run', ...of], check: ['validate', ...of] }
  },
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
      .once('error', () => resolve(false))
      .once('connect', () => {
        socket.destroy()
        resolve(true)
      })
  })

/** Takes the `#` away, as the page says; for Caddy the line above goes. */
const sticky = (program: Program, text: string): string => {
  const line = programs[program]
  const rest = program === 'caddy' ? renamed(text, { 'lb_policy least_conn\n': '\n' }) : text
  return renamed(rest, { [line]: line.slice(2) })
}

/** Starts a program in front of two ports of this machine. */
export async function balancer(program: Program, nodes: readonly [number, number]): Promise<Balancer> {
  const folder = mkdtempSync(join(tmpdir(), `recado-${program}-`))
  chmodSync(folder, 0o755)
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
      '-keyout',
      join(folder, 'privkey.pem'),
      '-out',
      join(folder, 'fullchain.pem'),
    ],
    { stdio: 'ignore' },
  )
  const [https, http] = [await freePort(), await freePort()]
  const { file, text, run, check, commands = {} } = configurations[program]({ folder, https, http, nodes })
  writeFileSync(file, text)
  const env = { PATH: process.env['PATH'], HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const options = { cwd: '/', env }
  const child = spawn(program, run, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => {
      said += bytes
    })
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve())
  })
  await eventually(() => accepts(https)).catch(() => {
    throw new Error(`${program} does not serve:\n${said}`)
  })
  return {
    https,
    http,
    said: () => said,
    type(words) {
      execFileSync('sh', ['-c', renamed(block(page, words), commands)], { ...options, stdio: 'pipe' })
    },
    checkSticky() {
      writeFileSync(file, sticky(program, text))
      execFileSync(program, check, { ...options, stdio: 'pipe' })
      writeFileSync(file, text)
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
