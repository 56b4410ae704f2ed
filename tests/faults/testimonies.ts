import type { Testimony } from '../plugins/witness/src/server.ts'
import { loopback } from './loopback.ts'

/** What nodes say through the fixture plugin, with the time at which they said it. */
export class Testimonies {
  readonly all: (Testimony & { readonly at: number })[] = []
  readonly url: string
  readonly close: () => Promise<void>

  private constructor(url: string, close: () => Promise<void>) {
    this.url = url
    this.close = close
  }

  /** The process of the node that handled the last event, of all or before a moment. */
  handler(before = Infinity): number | undefined {
    return this.all.findLast(({ about, at }) => about === 'event' && at < before)?.process
  }

  static async start(): Promise<Testimonies> {
    const heard: { by?: Testimonies } = {}
    const { url, close } = await loopback((_request, body, response) => {
      heard.by?.all.push({ ...(body as Testimony), at: performance.now() })
      response.writeHead(204).end()
    })
    return (heard.by = new Testimonies(url, close))
  }
}
