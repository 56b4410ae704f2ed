import { spawn } from 'node:child_process'
import { chmodSync, createReadStream, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import type { Connection, MessagePage, TicketPage } from '@recado/contracts'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { postLogin } from '../../core/src/access/captcha/solve.rig.ts'
import { runningEmbedded } from '../../core/src/db/embedded.ts'
import { eventually, Person } from '../harness/app.ts'
import { catalogueOf } from '../harness/catalogue.ts'
import { removeDataDir } from '../harness/data-dir.ts'
import { rolesAt, testDatabase } from '../harness/database.ts'
import { dataRoot } from '../harness/data-root.ts'
import { Product } from '../harness/product.ts'
import { Visitor } from '../plugins/webchat.rig.ts'

/* The product of today on the data folder of an older build: see older-data-folder/README.md. */

const password = 'caderno-de-capa-verde'
const place = mkdtempSync(join(dataRoot, 'recado-older-'))
const dataDir = join(place, 'data')
let product: Product
let admin: Person, lia: Person

async function unpack(): Promise<void> {
  chmodSync(place, 0o755)
  mkdirSync(dataDir)
  const tar = spawn('tar', ['-x', '-C', dataDir], { stdio: ['pipe', 'inherit', 'inherit'] })
  const ended = new Promise<number | null>((resolve) => tar.once('close', resolve))
  const archive = join(import.meta.dirname, 'older-data-folder', 'data-folder.tar.zst')
  await pipeline(createReadStream(archive), createZstdDecompress(), tar.stdin)
  expect(await ended).toBe(0)
}

async function signIn(email: string): Promise<Person> {
  const answer = await postLogin(product.base, { email, password })
  expect(answer.status).toBe(200)
  return new Person(product.base, (await answer.json()) as never)
}

beforeAll(async () => {
  await unpack()
  product = await Product.start({ DATA_DIR: dataDir })
  await product.ready()
  admin = await signIn('admin@recado.local')
  lia = await signIn('lia@recado.local')
}, 120_000)
afterAll(async () => {
  await product?.stop()
  if (existsSync(dataDir)) removeDataDir(dataDir)
  rmSync(place, { recursive: true, force: true })
})

const all = '/tickets/?status[]=open&status[]=pending&status[]=closed&showAll=true&limit=200'
async function conversationOf(name: string, more = '') {
  const { tickets } = await admin.ok<TicketPage>('GET', all + more)
  const ticket = tickets.find((one) => one.name === name)!
  return { ...(await admin.ok<MessagePage>('GET', `/messages/${ticket.id}?limit=100`)), ticket }
}
const bodiesOf = ({ messages }: MessagePage): string[] => messages.map(({ body }) => body)

it('has the schema that a new database has, plugins too', async () => {
  const today = await testDatabase({ plugins: true })
  const secret = readFileSync(join(dataDir, 'secret'), 'utf8').trim()
  const upgradedUrl = runningEmbedded({ dataDir, secret })!
  const sql = postgres(upgradedUrl, { max: 1 })
  try {
    const schemas = await today.owner<{ name: string }[]>`
      select nspname as name from pg_namespace where nspname ~ '^(core|bus|platform|installation|plg_.*)$' order by 1`
    const names = schemas.map(({ name }) => name)
    const inWords = async (url: string, of: typeof sql): Promise<string[]> => {
      const [{ owner } = { owner: '' }] = await of<{ owner: string }[]>`select current_user as owner`
      const { installation } = await rolesAt(url)
      return (await catalogueOf(of, names))
        .map((line) => line.replaceAll(installation, '<installation>').replaceAll(owner, '<owner>'))
        .sort()
    }
    expect(await inWords(upgradedUrl, sql)).toEqual(await inWords(today.ownerUrl, today.owner))
  } finally {
    await sql.end()
    await today.drop()
  }
})

it('has every conversation, message and file as it was', async () => {
  const rosa = await conversationOf('Rosa Prado')
  expect(rosa.ticket).toMatchObject({ status: 'open', tags: [{ tag: 'Garantia' }] })
  expect(bodiesOf(rosa)).toEqual([
    'Bom dia, meu carro já está pronto?',
    'Ele ainda está na garantia',
    'Fica pronto às 17h, *Rosa*.',
  ])
  const ivo = await conversationOf('Ivo Sá')
  expect(ivo.ticket.status).toBe('closed')
  const file = ivo.messages.flatMap(({ media }) => media)[0]!
  expect(file.name).toBe('orcamento.pdf')
  expect(await (await fetch(product.base + file.url)).text()).toBe('%PDF-1.4 orçamento antigo')
  const nair = await conversationOf('Nair Pinto', '&snoozed=true')
  expect(nair.ticket.snooze).not.toBeNull()
})

it('has what people wrote down and set up', async () => {
  const { ticket } = await conversationOf('Rosa Prado')
  const contact = await admin.ok<{ attributes: Record<string, string> }>('GET', `/contacts/${ticket.contactId}`)
  expect(Object.values(contact.attributes)).toEqual(['ABC1D23'])
  expect(JSON.stringify(await admin.ok('GET', '/contact-notes'))).toContain('Prefere manhã')
  expect(JSON.stringify(await lia.ok('GET', `/p/notes/tickets/${ticket.id}/notes`))).toContain('Cliente antiga')
  expect(await lia.ok('GET', '/drafts')).toMatchObject({ drafts: [{ ticketId: ticket.id, text: 'Estou vendo' }] })
  expect(JSON.stringify(await lia.ok('GET', '/ticket-views'))).toContain('Minhas')
  expect(JSON.stringify(await lia.ok('GET', '/p/macros/macros'))).toContain('Seu carro está pronto.')
  expect(JSON.stringify(await admin.ok('GET', '/roles'))).toContain('Plantão')
  const channels = await admin.ok<Pick<Connection, 'name' | 'secretsSet'>[]>('GET', '/whatsapp')
  expect(channels.find(({ name }) => name === 'Telegram da oficina')?.secretsSet).toMatchObject({ token: true })
  const verified = await fetch(`${product.base}/audit/verify`, { headers: admin.credentials })
  expect(await verified.text()).toContain('"intact":true')
})

it('goes on where it stopped: a customer writes, the old rule tags, the old agent answers', async () => {
  const channels = await admin.ok<{ id: string; type: string }[]>('GET', '/whatsapp')
  const visitor = new Visitor(product.base, channels.find(({ type }) => type === 'webchat')!.id)
  await visitor.session({ profile: { name: 'Saulo Reis' } })
  await visitor.say('Ainda tenho garantia?')
  const { ticket } = await eventually(
    () => conversationOf('Saulo Reis'),
    (found) => found.ticket.tags.length > 0,
  )
  expect(ticket.tags).toMatchObject([{ tag: 'Garantia' }])
  const rosa = await conversationOf('Rosa Prado')
  await lia.ok('POST', `/messages/${rosa.ticket.id}`, { body: 'Pode vir buscar.' })
  expect(bodiesOf(await conversationOf('Rosa Prado')).at(-1)).toBe('Pode vir buscar.')
})
