import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { defineRoute } from '@recado/contracts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { listeningRig } from './http.rig.ts'
import { bindRoute } from './route.ts'

const upload = bindRoute(
  defineRoute({
    method: 'POST',
    path: '/upload',
    summary: 'Upload',
    access: { kind: 'public' },
    rate: 'webhook',
    encoding: 'multipart',
    body: z.object({ body: z.string().default(''), tags: z.array(z.string()).default([]) }),
    response: z.object({
      body: z.string(),
      tags: z.array(z.string()),
      files: z.array(z.object({ field: z.string(), name: z.string(), mime: z.string(), bytes: z.number() })),
    }),
  }),
  ({ body, files }) => ({ ...body, files: files.map((file) => ({ ...file, bytes: file.bytes.length })) }),
)

let server: Awaited<ReturnType<typeof listeningRig>>
beforeAll(async () => {
  server = await listeningRig([upload])
})
afterAll(() => server.close())

const send = async (body: BodyInit, headers: Record<string, string> = {}) => {
  const response = await fetch(`${server.address}/upload`, { method: 'POST', body, headers })
  return {
    status: response.status,
    body: (await response.json()) as {
      error?: string
      files: object[]
      tags: string[]
      body: string
      issues?: { message: string }[]
    },
  }
}
const form = (fill: (form: FormData) => void) => {
  const made = new FormData()
  fill(made)
  return made
}
const file = (bytes: number, type = 'image/png') => new Blob([new Uint8Array(bytes).fill(1)], { type })

describe('uploads', () => {
  it('bring fields and files, typed by their bytes and safely named', async () => {
    const { status, body } = await send(
      form((data) => {
        data.append('body', 'olá')
        data.append('tags[]', 'a')
        data.append('medias', new Blob(['<!doctype html><script>']), '../../evil\u202egpj.html')
        data.append('medias', new Blob([]), 'CON')
      }),
    )
    expect([status, body]).toEqual([
      200,
      {
        body: 'olá',
        tags: ['a'],
        files: [
          { field: 'medias', name: 'evilgpj.html', mime: 'text/html', bytes: 23 },
          { field: 'medias', name: 'CON', mime: 'text/plain', bytes: 0 },
        ],
      },
    ])
  })

  it('may come as JSON when there is no file, and then cannot smuggle one in', async () => {
    expect((await send('{"body":"x"}', { 'content-type': 'application/json' })).body).toMatchObject({
      body: 'x',
      files: [],
    })
    expect(
      (await send('{"body":"x","files":[{"path":"/etc/passwd"}]}', { 'content-type': 'application/json' })).body.error,
    ).toBe('ERR_VALIDATION')
    expect(
      (await send('{"body":"x","medias":{"filepath":"/etc/passwd"}}', { 'content-type': 'application/json' })).status,
    ).toBe(422)
  })

  it.each([
    ['one file over 10 MB', () => form((data) => data.append('medias', file(10_000_001))), 413, 'ERR_FILE_TOO_LARGE'],
    [
      'files over 30 MB together',
      () =>
        form((data) => {
          for (let n = 0; n < 4; n++) data.append('medias', file(7_600_000))
        }),
      413,
      'ERR_FILE_TOO_LARGE',
    ],
    [
      'a thousand parts',
      () =>
        form((data) => {
          for (let n = 0; n < 1_000; n++) data.append('tags', 'x')
        }),
      422,
      'ERR_VALIDATION',
    ],
    [
      'eleven files',
      () =>
        form((data) => {
          for (let n = 0; n < 11; n++) data.append('medias', file(1))
        }),
      422,
      'ERR_VALIDATION',
    ],
    ['a field name of 1 MB', () => form((data) => data.append('x'.repeat(1_000_000), 'x')), 422, 'ERR_VALIDATION'],
    ['a field nobody asked for', () => form((data) => data.append('tags[999999999]', 'x')), 422, 'ERR_VALIDATION'],
    ['a prototype', () => form((data) => data.append('__proto__', 'x')), 422, 'ERR_VALIDATION'],
    ['NUL in a text', () => form((data) => data.append('body', 'a\0b')), 422, 'ERR_VALIDATION'],
  ])('refuse %s', async (_, body, status, error) => {
    const answer = await send(body())
    expect([answer.status, answer.body.error]).toEqual([status, error])
  })

  it('accept a file of exactly 10 MB', async () => {
    expect((await send(form((data) => data.append('medias', file(10_000_000))))).status).toBe(200)
  })

  it.each([
    ['no boundary', 'multipart/form-data', '--x--'],
    [
      'an unfinished body',
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="body"\r\n\r\nabc',
    ],
    ['another boundary', 'multipart/form-data; boundary=y', '--x\r\n\r\n--x--'],
    ['a part without a name', 'multipart/form-data; boundary=x', '--x\r\ncontent-type: text/plain\r\n\r\nabc\r\n--x--'],
    [
      'an endless header',
      'multipart/form-data; boundary=x',
      `--x\r\ncontent-disposition: form-data; name="body"; x="${'a'.repeat(9_000)}"\r\n\r\nabc\r\n--x--`,
    ],
  ])('refuse %s', async (_, type, body) => {
    const answer = await send(body, { 'content-type': type })
    expect([answer.status, answer.body.error]).toEqual([422, 'ERR_VALIDATION'])
  })

  it('tell a client that sends on and on what was wrong, and go on with its connection', async () => {
    for (let n = 0; n < 5; n++)
      expect(
        (
          await send(
            form((data) => {
              data.append('x'.repeat(200), 'x')
              data.append('medias', file(9_000_000))
            }),
          )
        ).status,
      ).toBe(422)
    expect((await fetch(`${server.address}/nowhere`, { method: 'POST', body: new Uint8Array(9_000_000) })).status).toBe(
      404,
    )
    expect((await send(form((data) => data.append('body', 'x')))).status).toBe(200)
  })

  it('stop reading a body of unknown length at the limit', async () => {
    const status = await new Promise<number>((resolve, reject) => {
      const sending = request(
        `${server.address}/upload`,
        { method: 'POST', headers: { 'content-type': 'multipart/form-data; boundary=x' } },
        (response) => {
          resolve(response.statusCode!)
          response.resume()
          sending.destroy()
        },
      )
      sending.on('error', reject)
      sending.write('--x\r\ncontent-disposition: form-data; name="medias"; filename="a"\r\n\r\n')
      const more = () => {
        while (!sending.destroyed && sending.write(Buffer.alloc(256 * 1024, 1)));
        if (!sending.destroyed) sending.once('drain', more)
      }
      more()
    })
    expect(status).toBe(413)
  })

  it('leave nothing open when they are aborted at the end', async () => {
    const { port } = new URL(server.address)
    const abort = () =>
      new Promise<void>((resolve) => {
        const socket = connect(Number(port), '127.0.0.1', () => {
          socket.write(
            'POST /upload HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\n' +
              'Content-Length: 1000\r\n\r\n--x\r\ncontent-disposition: form-data; name="medias"; filename="a"\r\n' +
              '\r\n',
          )
          socket.write(Buffer.alloc(900, 1), () => socket.destroy())
        })
        socket.once('close', () => resolve())
      })
    const openFiles = () => readdirSync('/dev/fd').length
    for (let n = 0; n < 5; n++) await abort()
    const before = openFiles()
    for (let round = 0; round < 10; round++) await Promise.all(Array.from({ length: 20 }, abort))
    await expect.poll(openFiles, { timeout: 5_000 }).toBeLessThanOrEqual(before + 3)
    expect((await send(form((data) => data.append('body', 'still here')))).status).toBe(200)
  })

  it('answer any bytes with a refusal or a good answer, never with a fault', async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '--x',
        '--x--',
        '\r\n',
        '\r\n\r\n',
        'content-disposition: form-data; name="body"',
        'content-disposition: form-data; name="medias"; filename="a"',
        'content-type: text/html',
        '"',
        ';',
        '%00',
      ),
      fc.string({ unit: 'binary' }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
        const { status } = await send(pieces.join(''), { 'content-type': 'multipart/form-data; boundary=x' })
        expect([200, 413, 422]).toContain(status)
      }),
      { numRuns: 200 },
    )
  })
})
