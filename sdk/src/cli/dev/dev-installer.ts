import { CommandError } from '../command-error.ts'
import { administrator } from './dev-product.ts'

interface Login {
  readonly token: string
  readonly sessionId: string
}
interface Inspection {
  readonly id: string
  readonly installed: object | null
}

/** Devices on which the author may be signed in beside this command. */
const sessionsPerUser = 10

/** Installs archives in a running product, as its administrator does on the page of plugins. */
export class DevInstaller {
  readonly #address: string
  readonly #password: string

  constructor(address: string, password: string) {
    this.#address = address
    this.#password = password
  }

  /**
   * Installs or replaces a plugin, and switches on one that was not there before.
   * @throws CommandError with the code and the detail of what was refused
   */
  async install(id: string, archive: Uint8Array<ArrayBuffer>): Promise<void> {
    const login = await this.#call<Login>('POST', '/auth/login/', { email: administrator, password: this.#password })
    const call = <T>(method: string, path: string, body: object): Promise<T> => this.#call(method, path, body, login)
    try {
      const form = new FormData()
      form.set('package', new Blob([archive]), `${id}.recado.tgz`)
      const inspection = await call<Inspection>('POST', '/plugins/installations', form)
      await call('POST', `/plugins/installations/${inspection.id}/confirm`, { acceptUnsigned: true })
      if (inspection.installed === null) {
        await call('PUT', '/settings/sessionsPerUser', { value: sessionsPerUser })
        await call('PUT', `/api/plugins/${id}`, { enabled: true })
      }
    } finally {
      await call('POST', '/auth/logout', {}).catch(() => undefined)
    }
  }

  async #call<T>(method: string, path: string, body: object, login?: Login): Promise<T> {
    const isForm = body instanceof FormData
    const answer = await fetch(this.#address + path, {
      method,
      headers: {
        ...(!isForm && { 'content-type': 'application/json' }),
        ...(login && { authorization: `Bearer ${login.token}`, sessionid: login.sessionId }),
      },
      body: isForm ? body : JSON.stringify(body),
    })
    const text = await answer.text()
    if (answer.ok) return (text === '' ? undefined : JSON.parse(text)) as T
    throw new CommandError(`Recado refused it: ${refusalOf(text)}`)
  }
}

function refusalOf(text: string): string {
  try {
    const { error, detail } = JSON.parse(text) as { error?: string; detail?: string }
    return [error, detail].filter((part) => part !== undefined).join(': ')
  } catch {
    return text.slice(0, 200)
  }
}
