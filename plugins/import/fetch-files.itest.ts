import { randomUUID } from 'node:crypto'
import { testHost } from '@recado/sdk/testing'
import { expect, inject, test } from 'vitest'
import { fetchFiles } from './src/files/fetch-files.ts'
import type { ImportContext } from './src/import-context.ts'
import plugin from './src/server.ts'
import type { MessageRow } from './src/source/reader.ts'

const { url } = inject('cluster' as never) as { url: string }
const host = testHost({ plugin, folder: import.meta.dirname, databaseUrl: url })
/** The slice of the job is over at once. */
const over = 0

const messages = (count: number): MessageRow[] =>
  Array.from({ length: count }, (_, at) => ({ ref: `M${at}`, mediaName: `${at}.png`, file: `${at}.png` }) as MessageRow)

/** A job of a company whose old system answers as it is told, and what was asked of it. */
function job(answers: (name: string) => Response) {
  const asked: string[] = []
  const fetch = async (address: URL): Promise<Response> => {
    const name = address.pathname.split('/').at(-1)!
    asked.push(name)
    return answers(name)
  }
  const settings = { filesUrl: 'https://antes.example/public' }
  return { ctx: { ...host.a.context(), settings, fetch } as unknown as ImportContext, asked }
}
const run = () => ({ id: randomUUID(), source: `table:${randomUUID()}` })
const file = () => new Response(Uint8Array.of(0x89, 0x50, 0x4e, 0x47), { headers: { 'content-type': 'image/png' } })
const broken = (): never => {
  throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'ETIMEDOUT' } })
}

test('a page goes on where its slice was over, and asks for nothing twice, whatever did not come', async () => {
  const { ctx, asked } = job((name) => (Number.parseInt(name, 10) < 6 ? broken() : file()))
  const [rows, of] = [messages(20), run()]
  const slices = []
  for (
    let page = await fetchFiles(ctx, of, rows, 'message', over);
    ;
    page = await fetchFiles(ctx, of, rows, 'message', over)
  ) {
    slices.push(page.isWhole)
    if (!page.isWhole) continue
    expect(page).toMatchObject({ fetched: 14, known: 0 })
    expect(page.faults.map(({ ref }) => ref).toSorted()).toEqual(['M0', 'M1', 'M2', 'M3', 'M4', 'M5'])
    break
  }
  expect(slices.length).toBeGreaterThan(1)
  expect(asked).toHaveLength(20)
  // Another run asks again for what did not come, and for nothing else.
  const next = await fetchFiles(ctx, { ...of, id: randomUUID() }, rows, 'message', Date.now() + 60_000)
  expect(next).toMatchObject({ fetched: 0, known: 14, isWhole: true })
  expect(asked).toHaveLength(26)
})

test('a system that answers nothing stops the run, and is asked again when it goes on', async () => {
  let isAway = true
  const { ctx } = job(() => (isAway ? broken() : file()))
  const [rows, of] = [messages(12), run()]
  await expect(fetchFiles(ctx, of, rows, 'message', over)).rejects.toMatchObject({ code: 'ERR_IMPORT_FILES' })
  isAway = false
  expect(await fetchFiles(ctx, of, rows, 'message', Date.now() + 60_000)).toMatchObject({
    fetched: 12,
    faults: [],
    isWhole: true,
  })
})
