import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { ContactImport, ErrorBody } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { book } from '../../core/src/contacts/bulk/workbook.rig.ts'
import { testApp, type Person, type TestApp } from '../harness/app.ts'

/* Tables of contacts that are made to take a node's time or memory, brought by one company while another one works. */

let world: TestApp
let attacker: Person
let neighbour: Person
beforeAll(async () => {
  world = await testApp()
  attacker = await world.signIn(world.a.admin)
  neighbour = await world.signIn(world.b.admin)
})
afterAll(() => world.close())

/**
 * Room for a loaded machine. Read on the main thread, the first of these files stalls it for twice as long, many times.
 */
const longestStallMs = 1_500
const textIn = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`
const heading = `<row>${textIn('A1', 'Nome')}${textIn('B1', 'Telefone')}</row>`

/** The size that the archive says its sheet has is another one than it has. */
async function lying(): Promise<Buffer> {
  const bytes = await book(heading + '<row><c><v>1</v></c></row>'.repeat(50_000))
  const name = bytes.lastIndexOf('xl/worksheets/first.xml')
  bytes.writeUInt32LE(10, name - 46 + 24)
  return bytes
}

const workbooks: readonly (readonly [what: string, make: () => Promise<Buffer>, answer: string])[] = [
  [
    'a cell in the last column of every row',
    () => book(heading + '<row><c r="XFD1"><v>1</v></c></row>'.repeat(20_000)),
    '422 ERR_CONTACT_IMPORT_FILE',
  ],
  ['a heading in the last column', () => book('<row><c r="XFD1"><v>1</v></c></row>'), '422 ERR_CONTACT_IMPORT_ROWS'],
  [
    'one long text in very many cells',
    () =>
      book(heading + '<row><c t="s"><v>0</v></c><c t="s"><v>0</v></c></row>'.repeat(5_000), {
        'xl/sharedStrings.xml': `<sst><si><t>${'a'.repeat(32_000)}</t></si></sst>`,
      }),
    '422 ERR_CONTACT_IMPORT_TEXT',
  ],
  [
    'a text longer than a whole row',
    () => book(`${heading}<row><c t="inlineStr"><is><t>${'a'.repeat(3_000_000)}</t></is></c></row>`),
    '422 ERR_CONTACT_IMPORT_TEXT',
  ],
  ['a tag without an end', () => book(`${heading}<row><c a="${'a'.repeat(3_000_000)}`), '422 ERR_CONTACT_IMPORT_TEXT'],
  ['elements in elements', () => book(heading + '<x>'.repeat(400_000)), '422 ERR_CONTACT_IMPORT_FILE'],
  [
    'one cell written over and over',
    () => book(`${heading}<row>${textIn('A2', 'Ana').repeat(200_000)}<c r="B2"><v>11988887777</v></c></row>`),
    '201',
  ],
  [
    'rows of absurd numbers',
    () =>
      book(
        `${heading}<row r="99999999999"><c r="A99999999999"><v>1</v></c></row><row r="-1"><c r="B1"><v>1</v></c></row>`,
      ),
    '201',
  ],
  [
    'entities that stand for others',
    () => book(`<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>${heading}<row>${textIn('A2', '&b;')}</row>`),
    '201',
  ],
  ['a size that is not true', lying, '422 ERR_CONTACT_IMPORT_FILE'],
]
const texts: readonly (readonly [what: string, make: () => Promise<Buffer>, answer: string])[] = [
  [
    'a quote that is never closed',
    async () => Buffer.from(`Nome;Telefone\n"${'Ana;1\n'.repeat(500_000)}`),
    '422 ERR_CONTACT_IMPORT_TEXT',
  ],
  ['one line without an end', async () => Buffer.alloc(5_000_000, 'a'), '422 ERR_CONTACT_IMPORT_TEXT'],
  ['a heading of a million columns', async () => Buffer.from(';x'.repeat(450_000)), '422 ERR_CONTACT_IMPORT_ROWS'],
  [
    'rows of a million columns',
    async () => Buffer.from(`Nome;Telefone\n${`${';'.repeat(900_000)}\n`.repeat(5)}Ana;1${';'.repeat(900_000)}`),
    '201',
  ],
  [
    'bytes of no charset',
    async () => Buffer.from([0xff, 0xfe, ...Array.from({ length: 200_001 }, (_, at) => (at * 7_919) % 256)]),
    '422 ERR_CONTACT_IMPORT_FILE',
  ],
]

async function upload(person: Person, bytes: Uint8Array, name = 'tabela'): Promise<string> {
  const form = new FormData()
  form.set('file', new File([bytes as BlobPart], name))
  const { status, body } = await person.call<Partial<ErrorBody>>('POST', '/contact-imports', form)
  return `${status} ${body.error ?? ''}`.trim()
}

/** The longest time for which nobody was answered while the work was done. */
async function stallDuring(work: () => Promise<void>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  await work()
  delay.disable()
  return delay.max / 1e6
}

describe('a table that is made to do harm', () => {
  test.each([...workbooks, ...texts])('with %s is read beside the node’s work', async (_what, make, answer) => {
    const bytes = await make()
    let given = ''
    const stall = await stallDuring(async () => {
      given = await upload(attacker, bytes)
    })
    expect([given, stall < longestStallMs || `it stood still for ${Math.round(stall)} ms`]).toEqual([answer, true])
  })
})

test('many of them at once take neither the node nor the turn of another company', async () => {
  // Each of them alone takes seconds of a thread.
  const slow = await book(heading + `<row>${'<c r="A2"><v>1</v></c>'.repeat(100_000)}</row>`.repeat(6))
  let answers: Promise<string[]> | undefined
  let attacks = 0
  const counted = async (): Promise<string> =>
    upload(attacker, slow).finally(() => {
      attacks++
    })
  const stall = await stallDuring(async () => {
    answers = Promise.all(Array.from({ length: 8 }, counted))
    const rows = Array.from({ length: 2_000 }, (_row, place) => `Vizinha ${place};+55119${70_000_000 + place}`)
    expect(await upload(neighbour, Buffer.from(`Nome;Telefone\n${rows.join('\n')}`))).toBe('201')
  })
  // Three of the eight find the queue of their company full.
  expect(attacks).toBeLessThan(8)
  expect([stall < longestStallMs || `it stood still for ${Math.round(stall)} ms`]).toEqual([true])
  expect((await answers!).toSorted()).toEqual([
    ...Array.from({ length: 5 }, () => '201'),
    ...Array.from({ length: 3 }, () => '429 ERR_TOO_MANY_REQUESTS'),
  ])
  expect((await neighbour.ok<ContactImport[]>('GET', '/contact-imports'))[0]).toMatchObject({
    state: 'draft',
    rows: 2_000,
  })
})
