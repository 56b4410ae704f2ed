import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { createEventParser } from '../../plugins/webchat/widget/frame/sse.ts'
import { benchId } from './cluster.ts'
import { credentials, makeCompanies, makeConversations } from './companies.ts'
import { atMost, type Group } from './figure.ts'
import { percentile } from './measure.ts'
import { startNode } from './program.ts'
import { peakDuring, residentOf } from './resident.ts'

/** Streams at once, pieces of each, and the pause between them in milliseconds. */
const [streams, pieces, pieceMs] = [100, 60, 50]
const draft = 'O pedido chega na sexta. '

/** A provider that writes pieces at its pace, and knows when it wrote the first one of each answer. */
async function slowProvider() {
  /** By the number that stands in the question. */
  const begun = new Map<number, number>()
  const write = (response: ServerResponse, delta: object, reason: string | null = null): void => {
    const choices = [{ index: 0, delta, finish_reason: reason }]
    response.write(`data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', model: 'slow', choices })}\n\n`)
  }
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (part: Buffer) => (text += part.toString()))
    request.on('end', () => {
      const number = Number(/number (\d+)/.exec(text)?.[1])
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      void (async () => {
        await pause(pieceMs)
        begun.set(number, performance.now())
        for (let piece = 0; piece < pieces; piece += 1) {
          write(response, { content: `palavra${piece} ` })
          await pause(pieceMs)
        }
        write(response, {}, 'stop')
        response.end('data: [DONE]\n\n')
      })()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    begun,
    close: () => new Promise((resolve) => server.closeAllConnections() ?? server.close(resolve)),
  }
}

export const ai: Group = {
  name: 'ai',
  title: 'Answers of models',
  notes: [
    [
      'Drafts that are rewritten, as the composer has it done: through the whole node, with all plugins, from a',
      `provider that writes ${pieces} pieces at ${1_000 / pieceMs} a second. The first word counts from the`,
      'moment at which the provider writes it to the one at which the client has read its event. Memory is what',
      `the node holds at most while ${streams} such streams run, above what it held after one.`,
    ].join(' '),
  ],
  async run({ cluster, quick, say }) {
    const database = await cluster.database('ai')
    await makeCompanies(database, { tenants: 1, usersPerTenant: 1 })
    await makeConversations(database, 1)
    const node = await startNode(cluster, database, { asShipped: true })
    const provider = await slowProvider()
    const base = `http://127.0.0.1:${node.ready.port}`
    const { token, sessionid } = await credentials(1, 1)
    const headers = { authorization: `Bearer ${token}`, sessionid, 'content-type': 'application/json' }
    try {
      const saved = await fetch(`${base}/api/plugins/ai`, {
        method: 'PUT',
        headers,
        body: JSON.stringify({ enabled: true, settings: { url: provider.url, apiKey: 'k', model: 'slow' } }),
      })
      if (!saved.ok) throw new Error(`the settings were answered with ${saved.status} ${await saved.text()}`)
      let number = 0
      /** Milliseconds from the provider's first word to the reader's. */
      const rewritten = async (): Promise<number> => {
        const own = (number += 1)
        const response = await fetch(`${base}/p/ai/rewrite`, {
          method: 'POST',
          headers,
          body: JSON.stringify({
            ticketId: benchId('ticket', 1, 1),
            text: `${draft}number ${own}`,
            wish: { kind: 'shorten' },
          }),
        })
        if (!response.ok) throw new Error(`a draft was answered with ${response.status} ${await response.text()}`)
        let first: number | undefined
        let isDone = false
        const parse = createEventParser(({ event }) => {
          if (event === 'piece') first ??= performance.now()
          if (event === 'done') isDone = true
        })
        for await (const text of response.body!.pipeThrough(new TextDecoderStream())) parse(text)
        if (first === undefined || !isDone) throw new Error('a stream ended without its text')
        return first - provider.begun.get(own)!
      }
      await rewritten()
      const alone: number[] = []
      for (let time = 0; time < (quick ? 3 : 10); time += 1) alone.push(await rewritten())
      say(`${alone.length} drafts were rewritten`)
      const before = residentOf(node.pid)
      let together: number[] = []
      const peak = await peakDuring(node.pid, async () => {
        together = await Promise.all(Array.from({ length: streams }, rewritten))
      })
      return [
        {
          what: 'the first word reaches the reader after the provider wrote it, p95',
          value: percentile(alone, 0.95),
          unit: 'ms',
          aims: [atMost(50, 'value')],
        },
        {
          what: `the same with ${streams} streams that begin at once, p95`,
          value: percentile(together, 0.95),
          unit: 'ms',
        },
        { what: `memory of ${streams} streams`, value: peak - before, unit: 'MB', aims: [atMost(100, 'value')] },
      ]
    } finally {
      await node.stop()
      await provider.close()
      await database.drop()
    }
  },
}
