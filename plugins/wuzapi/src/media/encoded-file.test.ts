import { ChannelError } from '@recado/sdk'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodedFile } from './encoded-file.ts'

/** An answer that comes in pieces of these lengths, over and over. */
function answerOf(text: string, lengths: readonly number[]): ReadableStream<Uint8Array> {
  const bytes = Buffer.from(text)
  return new ReadableStream({
    start(controller) {
      for (let from = 0, turn = 0; from < bytes.length; turn++) {
        const length = lengths[turn % lengths.length]!
        controller.enqueue(new Uint8Array(bytes.subarray(from, from + length)))
        from += length
      }
      controller.close()
    },
  })
}

async function read(text: string, lengths: readonly number[] = [1_000]) {
  const found = await encodedFile(answerOf(text, lengths))
  if (!('file' in found)) return found
  const pieces: Uint8Array[] = []
  for await (const piece of found.file.stream) pieces.push(piece)
  return { mime: found.file.mime, bytes: Buffer.concat(pieces) }
}

const lengths = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 5 })

describe('a file in a JSON answer', () => {
  it('is what was encoded, however the answer comes in pieces and its slashes are written', () =>
    fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 300 }),
        lengths,
        fc.constantFrom('Data', 'data'),
        fc.constantFrom('', 'data:image/png;base64,', 'data:audio/ogg; codecs=opus;base64,'),
        fc.constantFrom('/', '\\/', '\\u002f', '\\u002F'),
        fc.boolean(),
        async (content, pieces, field, prefix, slash, isFirst) => {
          const text = Buffer.from(content).toString('base64').replaceAll('/', slash)
          const held = `"${field}":"${prefix}${text}"`
          const fields = isFirst ? `{${held},"Mimetype":"image/png"}` : `{"Mimetype":"image/png", ${held}}`
          const found = await read(`{"code":200,"data":${fields},"success":true}`, pieces)
          expect(found).toMatchObject({ bytes: Buffer.from(content) })
        },
      ),
    ))

  it('is named by its data address', async () => {
    expect(await read('{"data":{"Data":"data:audio/ogg; codecs=opus;base64,T2dn"}}')).toEqual({
      mime: 'audio/ogg; codecs=opus',
      bytes: Buffer.from('Ogg'),
    })
  })

  it('is torn where the answer ends within it', () =>
    fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 10, maxLength: 200 }), lengths, async (content, pieces) => {
        const text = Buffer.from(content).toString('base64')
        const failure = await read(`{"data":{"Data":"data:image/png;base64,${text}`, pieces).catch((error) => error)
        expect(ChannelError.is(failure) && failure.kind).toBe('network')
      }),
    ))

  it('is missing from an answer without one, of which no more than the beginning is kept', async () => {
    const refusal = '{"code":500,"error":"failed to download media","success":false}'
    expect(await read(refusal, [3])).toEqual({ head: refusal })
    expect(await read('x'.repeat(500_000))).toEqual({ head: 'x'.repeat(64_000) })
    const words = '{"data":"no session","success":false}'
    expect(await read(words, [3])).toEqual({ head: words })
    expect(await read('')).toEqual({ head: '' })
  })
})
