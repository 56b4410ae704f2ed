import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { emptyDatabase } from '../harness/database.ts'
import { Product } from '../harness/product.ts'
import { sourceCommand } from '../harness/server-command.ts'

/** Packages for what a node at rest does not do: a company that needs one waits for it once (decision 113). */
const rarelyUsed = [
  '@aws-sdk/client-s3',
  '@aws-sdk/lib-storage',
  '@aws-sdk/s3-request-presigner',
  '@nats-io/jetstream',
  '@nats-io/nats-core',
  '@peculiar/x509',
  '@scalar/api-reference',
  '@simplewebauthn/server',
  '@zxcvbn-ts/language-common',
  'asn1js',
  'csv-parse',
  'email-providers',
  'encoding-japanese',
  'file-type',
  'htmlparser2',
  'iconv-lite',
  'imapflow',
  'libmime',
  'music-metadata',
  'nodemailer',
  'openid-client',
  'pdfkit',
  'postal-mime',
  'postcss',
  'sanitize-html',
  'sharp',
  'socks',
  'tldts',
  'undici',
]

const folder = mkdtempSync(join(tmpdir(), 'recado-loaded-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('a start with every plugin loads no package that is rarely used', async () => {
  const database = await emptyDatabase()
  const file = join(folder, 'packages.json')
  const secret = randomBytes(32).toString('hex')
  try {
    // The keys for notifications are made once, with a package that later starts do not load.
    for (const _ of ['first', 'second']) {
      // The server as built has its packages within it.
      const product = await Product.start(
        {
          DATABASE_URL: database.ownerUrl,
          RECADO_SECRET: secret,
          NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'loaded-packages.child.ts')).href}`,
          RECADO_LOADED_PACKAGES: file,
        },
        sourceCommand,
      )
      await product.ready()
      await product.stop()
    }
  } finally {
    await database.drop()
  }
  const loaded = JSON.parse(readFileSync(file, 'utf8')) as string[]
  expect(loaded).toEqual(expect.arrayContaining(['zod', 'postgres', 'hono', 'socket.io']))
  expect(loaded.filter((name) => [...rarelyUsed, 'web-push'].includes(name))).toEqual([])
}, 120_000)
