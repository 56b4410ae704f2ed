import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const probeEveryMs = 100

/**
 * A load balancer of the plainest kind: it asks each node for `/readyz` ten times a second, passes requests on to those
 * that said 200 last, in turn and over connections that it keeps, and tries no request twice.
 */
export class Balancer {
  readonly #ready = new Set<string>()
  readonly #agent = new Agent({ keepAlive: true })
  readonly #server = createServer((incoming, outgoing) => this.#pass(incoming, outgoing))
  readonly #probing: NodeJS.Timeout
  #turn = 0

  private constructor(nodes: readonly string[]) {
    this.#probing = setInterval(() => { for (const node of nodes) void this.#probe(node) }, probeEveryMs)
  }

  static async start(nodes: readonly string[]): Promise<Balancer> {
    const balancer = new Balancer(nodes)
    await new Promise<void>((resolve) => balancer.#server.listen(0, '127.0.0.1', resolve))
    return balancer
  }

  get base(): string { return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}` }
  /** Nodes that are given requests. */
  get ready(): readonly string[] { return [...this.#ready] }

  async close(): Promise<void> {
    clearInterval(this.#probing)
    this.#agent.destroy()
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #probe(node: string): Promise<void> {
    const status = await fetch(`${node}/readyz`).then((response) => response.status, () => 0)
    if (status === 200) this.#ready.add(node)
    else this.#ready.delete(node)
  }

  #pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const ready = this.ready
    if (ready.length === 0) return void outgoing.writeHead(503).end()
    const { method, headers, url } = incoming
    const onward = request(ready[this.#turn++ % ready.length]! + url, { method, headers, agent: this.#agent }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end())
    incoming.pipe(onward)
  }
}
