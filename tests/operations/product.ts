import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { postLogin } from '../../core/src/access/captcha/solve.rig.ts'
import { Person } from '../harness/app.ts'
import { freePort } from '../harness/free-port.ts'

const repository = join(import.meta.dirname, '..', '..')

/** Whom the first start makes an administrator of. */
export const administrator = { email: 'admin@recado.local', password: 'Partida7Norte' }

/** The product as a process of its own, as an operator starts it. */
export class Product {
  readonly base: string
  readonly #child: ChildProcess
  readonly #ended: Promise<number | null>

  private constructor(base: string, child: ChildProcess, ended: Promise<number | null>) {
    this.base = base
    this.#child = child
    this.#ended = ended
  }

  /** Resolves when it says that it is ready. @param variables its environment; without `PORT` a free one is taken */
  static async start(variables: Readonly<Record<string, string>>): Promise<Product> {
    const port = variables['PORT'] ?? String(await freePort())
    const child = spawn(process.execPath, [join(repository, 'core/src/main.ts')], {
      cwd: repository,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        PATH: process.env['PATH'],
        NODE_ENV: 'production',
        LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'error',
        RECADO_ADMIN_PASSWORD: administrator.password,
        ...variables,
        PORT: port,
      },
    })
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
    await new Promise<void>((resolve, reject) => {
      let said = ''
      child.stdout!.on('data', (text: Buffer) => {
        if ((said += text).includes('Recado is ready')) resolve()
      })
      void ended.then((code) => reject(new Error(`the product ended with ${code}: ${said}`)))
    })
    return new Product(`http://127.0.0.1:${port}`, child, ended)
  }

  /** Sends a signal, and resolves with the exit code of the end that it brings. */
  end(signal: NodeJS.Signals): Promise<number | null> {
    this.#child.kill(signal)
    return this.#ended
  }

  async signIn(base = this.base): Promise<Person> {
    const answer = await postLogin(base, administrator)
    if (answer.status !== 200) throw new Error(`signing in was answered ${answer.status} ${await answer.text()}`)
    return new Person(base, (await answer.json()) as never)
  }
}

/** What a command of the repository said, and its exit code. */
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
