import { Pool } from 'undici'

/** A signed-in user who asks over kept connections. */
export class Reader {
  readonly #pool: Pool
  readonly #headers: Record<string, string>
  constructor(port: number, { token, sessionid }: { token: string; sessionid: string }) {
    this.#pool = new Pool(`http://127.0.0.1:${port}`, { connections: 4 })
    this.#headers = { authorization: `Bearer ${token}`, sessionid }
  }
  async get<T>(path: string): Promise<T> {
    const answer = await this.#pool.request({ method: 'GET', path, headers: this.#headers })
    const body = await answer.body.text()
    if (answer.statusCode !== 200) throw new Error(`${path} was answered with ${answer.statusCode} ${body}`)
    return JSON.parse(body) as T
  }
  close(): Promise<void> {
    return this.#pool.close()
  }
}
