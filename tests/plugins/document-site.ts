import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { EgressOptions } from '../../core/src/security/guarded-egress.ts'

const folder = join(import.meta.dirname, '../harness/push-service')
const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
/** The name of the certificate. */
const host = 'push.test'

/** A site behind https on which programs describe themselves. */
export interface DocumentSite {
  address(path: string): string
  answer(path: string, document: object): void
  forward(path: string, to: string): void
  /** How often a path was asked for. */
  asked(path: string): number
  /** For the node that is to reach it. */
  readonly egress: EgressOptions
  close(): Promise<void>
}

export async function documentSite(): Promise<DocumentSite> {
  const documents = new Map<string, object>()
  const forwards = new Map<string, string>()
  const asked: string[] = []
  const server = createServer({ cert: read('certificate.pem'), key: read('key.pem') }, ({ url = '/' }, response) => {
    asked.push(url)
    const to = forwards.get(url)
    const document = documents.get(url)
    if (to !== undefined) response.writeHead(302, { location: to }).end()
    else if (document) response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document))
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: (path) => `https://${host}:${port}${path}`,
    answer: (path, document) => void documents.set(path, document),
    forward: (path, to) => void forwards.set(path, to),
    asked: (path) => asked.filter((one) => one === path).length,
    egress: {
      ca: read('certificate.pem'),
      allow: ['127.0.0.1/32'],
      resolve: async (name) => (name === host ? ['127.0.0.1'] : name === 'inside.test' ? ['10.0.0.1'] : []),
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
