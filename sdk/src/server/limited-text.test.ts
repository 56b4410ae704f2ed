import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { limitedText } from './limited-text.ts'

/** A body in pieces, which counts those that were asked for. */
function inPieces(bytes: Uint8Array, size: number): { readonly body: Response['body']; readonly asked: () => number } {
  let at = 0
  let asked = 0
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull(controller) {
        asked++
        if (at >= bytes.length) controller.close()
        else controller.enqueue(new Uint8Array(bytes.slice(at, (at += size))))
      },
    },
    { highWaterMark: 0 },
  )
  return { body, asked: () => asked }
}

test('an answer without a body is empty', async () => {
  expect(await limitedText(new Response(null, { status: 204 }), 10)).toBe('')
})

test('characters that are cut between pieces are whole, and the limit counts bytes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.integer({ min: 1, max: 9 }),
      async (text, size) => {
        const bytes = new TextEncoder().encode(text)
        expect(await limitedText(inPieces(bytes, size), bytes.length)).toBe(text)
        if (bytes.length > 0) expect(await limitedText(inPieces(bytes, size), bytes.length - 1)).toBeUndefined()
      },
    ),
  )
})

test('the rest of what is too large is not read', async () => {
  const { body, asked } = inPieces(new Uint8Array(1_000), 10)
  expect(await limitedText({ body }, 25)).toBeUndefined()
  expect(asked()).toBe(3)
})
