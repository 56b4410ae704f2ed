import type { ImapFlow } from 'imapflow'
import { expect, test } from 'vitest'
import { readHead } from '../letter/head.ts'
import { outlineOf } from '../letter/structure.ts'
import { contentOf } from './content.ts'
import type { Mail } from './fetch.ts'

const context = {
  log: { debug() {}, info() {}, warn() {}, error() {} },
  media: {},
} as unknown as Parameters<typeof contentOf>[0]

test('a letter at which a parser fails is kept as a file, and its files with it', async () => {
  const mail: Mail = {
    uid: 7,
    size: 900,
    arrived: null,
    head: await readHead(Buffer.from('Subject: Nota fiscal\r\nMessage-ID: <1@x.test>')),
    outline: outlineOf({
      type: 'multipart/mixed',
      childNodes: [
        { part: '1', type: 'text/plain', size: 3 },
        { part: '2', type: 'application/pdf', size: 4, parameters: { name: 'nota.pdf' } },
      ],
    }),
  }
  const failing = {
    isCut: false,
    get text(): string {
      throw new RangeError('a parser fails')
    },
  }
  const client = { fetchOne: async () => false, usable: true, mailbox: {} } as unknown as ImapFlow
  expect(await contentOf(context, client, mail, new Map([['1', failing]]), '1', undefined)).toMatchObject([
    { kind: 'remoteMedia', name: 'Nota fiscal.eml', mime: 'message/rfc822', ref: '1/7/0/1@x.test' },
    { kind: 'remoteMedia', name: 'nota.pdf' },
  ])
})
