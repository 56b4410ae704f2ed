import { afterEach, describe, expect, test } from 'vitest'
import { Faults, serveSimulator, type RunningSimulator, type SimulatorAnswer, type SimulatorRequest } from './index.ts'

let running: RunningSimulator | undefined
afterEach(() => running?.close())
const serve = async (
  handle: (request: SimulatorRequest) => SimulatorAnswer | Promise<SimulatorAnswer>,
): Promise<string> => (running = await serveSimulator(handle)).url

describe('a simulated provider', () => {
  test('reads JSON, forms and the query alike', async () => {
    const url = await serve(async (request) => {
      const { file, ...fields } = await request.fields()
      return { body: { ...fields, ...(file instanceof File && { file: `${file.name} ${await file.text()}` }) } }
    })
    const form = new FormData()
    form.set('a', '1')
    form.set('file', new File(['bytes'], 'a.txt'))
    const ask = async (init: RequestInit) => (await fetch(`${url}/?q=2`, { method: 'POST', ...init })).json()
    expect(await ask({ body: form })).toEqual({ q: '2', a: '1', file: 'a.txt bytes' })
    expect(await ask({ body: JSON.stringify({ a: [1] }) })).toEqual({ q: '2', a: [1] })
    expect(await ask({})).toEqual({ q: '2' })
  })

  test('hangs up when told to, says when it broke, and ends a long poll whose caller has gone', async () => {
    const ended = Promise.withResolvers<string>()
    const url = await serve(async ({ url: { pathname }, signal }) => {
      if (pathname === '/drop') return 'hangUp'
      if (pathname === '/break') throw new Error('broken')
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      ended.resolve('ended')
      return {}
    })
    await expect(fetch(`${url}/drop`)).rejects.toThrow()
    expect((await fetch(`${url}/break`)).status).toBe(500)
    await expect(fetch(`${url}/wait`, { signal: AbortSignal.timeout(50) })).rejects.toThrow()
    expect(await ended.promise).toBe('ended')
  })

  test('gives planned faults in their order, each once', () => {
    const faults = new Faults<number>()
    faults.plan('send', 429, 500)
    expect([faults.take('send'), faults.take('read'), faults.take('send'), faults.take('send')]).toEqual([
      429,
      undefined,
      500,
      undefined,
    ])
  })
})
