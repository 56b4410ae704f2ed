import { renderPanel } from '@recado/sdk/testing/ui'
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import words from '../../../locales/en.json' with { type: 'json' }
import { useImportWebsite, type WebsiteOutcome } from './use-import-website.ts'

const address = 'https://shop.test/returns'
const page = { address, html: '<main><h1>Returns</h1><p>Thirty days.</p></main>' }
const busy = (seconds: number): Response =>
  Response.json({ error: 'ERR_TOO_MANY_REQUESTS', retryAfterSeconds: seconds }, { status: 429 })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
  cleanup()
})

/** An import of one page, whose answers are given in this order; the last one again and again. */
function start(...answers: (() => Response)[]) {
  const asked: string[] = []
  const written: unknown[] = []
  let outcome: WebsiteOutcome | undefined
  function Panel() {
    const website = useImportWebsite()
    return (
      <>
        <button
          onClick={() => void website.run([address], { category: '', language: 'en' }).then((done) => (outcome = done))}
        >
          Run
        </button>
        <button onClick={() => website.stop()}>Stop</button>
      </>
    )
  }
  renderPanel(<Panel />, {
    plugin: { id: 'knowledge', version: '0.1.0', title: 'Knowledge base' },
    words,
    errors: { ERR_TOO_MANY_REQUESTS: 'Too many requests.' },
    fetch: async (input, init) => {
      const path = String(input)
      if (path.includes('articles/import')) {
        written.push(JSON.parse(String(init?.body)))
        return Response.json({ created: 1, refused: [] })
      }
      asked.push(path)
      return answers[Math.min(asked.length, answers.length) - 1]!()
    },
  })
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  return { asked, written, wait, outcome: () => outcome }
}

test('a page is asked for again after as long as the answer says', async () => {
  const { asked, written, wait, outcome } = start(
    () => busy(7),
    () => Response.json(page),
  )
  screen.getByText('Run').click()
  await wait(6_900)
  expect(asked).toHaveLength(1)
  await wait(200)
  vi.useRealTimers()
  await vi.waitFor(() => expect(outcome()).toEqual({ created: 1, failed: [], left: [] }), { timeout: 10_000 })
  expect(asked).toHaveLength(2)
  expect(written).toMatchObject([{ articles: [{ title: 'Returns', source: address, isPublished: false }] }])
})

test('a page that is never there is given up, with the reason', async () => {
  const { asked, wait, outcome } = start(() => busy(2))
  screen.getByText('Run').click()
  for (let time = 0; time < 12; time += 1) await wait(1_000)
  expect(asked).toHaveLength(6)
  expect(outcome()).toEqual({ created: 0, failed: [{ address, reason: 'Too many requests.' }], left: [] })
})

test('nothing more is asked for once somebody stops', async () => {
  const { asked, wait, outcome } = start(() => busy(60))
  screen.getByText('Run').click()
  await wait(1_000)
  screen.getByText('Stop').click()
  await wait(1_000)
  expect(outcome()).toEqual({ created: 0, failed: [], left: [address] })
  await wait(120_000)
  expect(asked).toHaveLength(1)
})
