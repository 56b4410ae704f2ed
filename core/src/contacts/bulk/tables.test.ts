import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { locales, csvLine } from '@recado/contracts'
import { csvRows, delimiterOf, encodingOf } from './csv-rows.ts'
import { guessMapping } from './header-guess.ts'
import { readTable } from './import-table.ts'
import { firstHeadings, otherInformation, refusedReason } from './own-tables.ts'
import { importLimits } from './table-limits.ts'
import { xlsxFile } from './xlsx-file.ts'
import { book, zipOf } from './workbook.rig.ts'
import { xlsxRows } from './xlsx-rows.ts'

async function all<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const read: T[] = []
  for await (const row of rows) read.push(row)
  return read
}
const utf16 = (text: string, mark = '\uFEFF') => Buffer.from(mark + text, 'utf16le')
const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16()
const latin = (text: string) => Buffer.from(text, 'latin1')

describe('tables of text', () => {
  it.each([
    ['UTF-8', Buffer.from('Nome;Número\nJosé;1')],
    ['UTF-8 with a mark', Buffer.from('\uFEFFNome;Número\nJosé;1')],
    ['Windows-1252', latin('Nome;Número\nJosé;1')],
    ['UTF-16', utf16('Nome;Número\nJosé;1')],
    ['UTF-16 without a mark', utf16('Nome;Número\nJosé;1', '')],
    ['UTF-16, the other way round', swapped(utf16('Nome;Número\nJosé;1'))],
    ['UTF-16, the other way round, without a mark', swapped(utf16('Nome;Número\nJosé;1', ''))],
  ])('are read in %s', async (_charset, bytes) => {
    expect(await all(csvRows(bytes))).toEqual([
      ['Nome', 'Número'],
      ['José', '1'],
    ])
  })

  it.each([
    ['a;b\n1,5;2', ';'],
    ['a,b\n"1;2;3",2', ','],
    ['a\tb\n1\t2', '\t'],
    ['a|b\n1|2', '|'],
    ['Nome\nAna', ';'],
    ['"a;x",b,c\n1,2,3', ','],
  ])('have their delimiter found: %j', (sample, expected) => {
    expect(delimiterOf(sample)).toBe(expected)
  })

  it('may have quotes, line ends in cells, rows of other lengths, and Excel’s own first line', async () => {
    expect(
      await all(csvRows(Buffer.from('sep=;\r\na;b\r\n"uma\r\nduas ""linhas""; e mais";2\r\n\r\nsó\r\n1;2;3'))),
    ).toEqual([['a', 'b'], ['uma\r\nduas "linhas"; e mais', '2'], ['só'], ['1', '2', '3']])
    await expect(readTable(Buffer.from('')).then(() => undefined)).rejects.toMatchObject({
      code: 'ERR_CONTACT_IMPORT_FILE',
    })
    await expect(readTable(Buffer.from('a;b\n')).then(({ portions }) => all(portions))).rejects.toMatchObject({
      code: 'ERR_CONTACT_IMPORT_FILE',
    })
    await expect(readTable(Buffer.from('a;b\n"1;2\n3;4')).then(({ portions }) => all(portions))).rejects.toMatchObject({
      code: 'ERR_CONTACT_IMPORT_FILE',
    })
    await expect(
      readTable(Buffer.from(Array.from({ length: importLimits.columns + 1 }, () => 'a').join(';'))),
    ).rejects.toMatchObject({ code: 'ERR_CONTACT_IMPORT_ROWS', facts: { limit: importLimits.columns } })
  })

  it('are read back as they were written, in every charset', async () => {
    const cell = fc
      .string({ unit: fc.constantFrom('a', 'é', 'Я', '"', ',', ';', '\n', ' ', '1', '\t'), minLength: 1, maxLength: 8 })
      .filter((text) => text.trim() !== '' && !/^'*[=+\-@\t\r]/.test(text))
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(cell, cell), { minLength: 2, maxLength: 6 }),
        fc.boolean(),
        async (rows, wide) => {
          const text = `nome,número\r\n${rows.map((row) => csvLine(row)).join('')}`
          expect((await all(csvRows(wide ? utf16(text) : Buffer.from(text)))).slice(1)).toEqual(rows)
        },
      ),
      { numRuns: 200 },
    )
  })

  it('that were written here come back exactly, and an apostrophe of any other table is text', async () => {
    const cell = fc
      .string({ unit: fc.constantFrom("'", '=', '+', '-', '@', 'a', ',', '"', '\n'), minLength: 1, maxLength: 5 })
      .filter((text) => text.trim() !== '')
    const heading = fc.constantFrom(
      ...locales.flatMap((locale) => [
        [...firstHeadings[locale], otherInformation[locale]],
        ['a', 'b', 'c', 'd', refusedReason[locale]],
      ]),
    )
    await fc.assert(
      fc.asyncProperty(
        heading,
        fc.array(fc.array(cell, { minLength: 5, maxLength: 5 }), { minLength: 1, maxLength: 4 }),
        async (columns, rows) => {
          const ours = Buffer.from([columns, ...rows].map((row) => csvLine(row)).join(''))
          expect((await all((await readTable(ours)).portions)).flat()).toEqual(rows)
          expect(
            (await all((await readTable(await buffer(xlsxFile(columns, [rows])))).portions)).flat(),
            'a workbook',
          ).toEqual(rows)
        },
      ),
      { numRuns: 100 },
    )
    expect(await all((await readTable(Buffer.from("Nome;Número;Motto\n'=a;1;''-b"))).portions)).toEqual([
      [["'=a", '1', "''-b"]],
    ])
  })

  it('end, whatever they are', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        expect(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252']).toContain(encodingOf(bytes))
        await all(csvRows(bytes)).catch((error: Error) => {
          expect(error.name).toBe('TableFault')
        })
      }),
      { numRuns: 200 },
    )
  })
})

describe('workbooks', () => {
  it('are read back as they were written', async () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', 'é', '😀', '<', '&', '"', '\n', '\r', '\u0001', '_x0041_', '=', ' '),
      minLength: 1,
      maxLength: 6,
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
        async ([heading, ...rows]) => {
          expect(await all(xlsxRows(await buffer(xlsxFile(heading!, [rows]))))).toEqual([heading, ...rows])
        },
      ),
      { numRuns: 100 },
    )
  })

  it('give what was last seen in a cell: shared and rich texts, results of formulas, long numbers; gaps stay gaps', async () => {
    const bytes = await book(
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row><row r="2"/><row r="3">' +
        '<c r="A3" t="str"><f>HYPERLINK("http://evil")</f><v>Ana</v></c><c r="B3"><v>5.511987654321E+12</v></c>' +
        '<c r="C3"><f>cmd|calc</f></c><c t="b"><v>1</v></c><c t="e"><v>#REF!</v></c></row>',
      {
        'xl/sharedStrings.xml':
          '<sst><si><t>No</t></si><si><r><t>Nú</t></r><r><t>mero</t></r><rPh><t>x</t></rPh></si></sst>',
      },
    )
    expect(await all(xlsxRows(bytes))).toEqual([
      ['No', '', 'Número'],
      ['Ana', '5511987654321', '', 'TRUE'],
    ])
  })

  it('that are none, damaged, or grow beyond all measure, are refused', async () => {
    const good = await book('<row><c t="inlineStr"><is><t>a</t></is></c></row>')
    const bomb = await zipOf({
      'xl/workbook.xml': '<workbook><sheets><sheet r:id="x"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="x" Target="s.xml"/></Relationships>',
      'xl/sharedStrings.xml': Buffer.concat([
        Buffer.from('<sst><si><t>'),
        Buffer.alloc(61_000_000, 'a'),
        Buffer.from('</t></si></sst>'),
      ]),
      'xl/s.xml': '<worksheet/>',
    })
    expect(bomb.length).toBeLessThan(200_000)
    const broken = Buffer.from(good)
    broken.fill(0xff, 60, 90)
    for (const bytes of [Buffer.from('PK\u0003\u0004 and nothing'), await zipOf({ 'a.txt': 'a' }), broken])
      await expect(all(xlsxRows(bytes))).rejects.toMatchObject({ code: 'ERR_CONTACT_IMPORT_FILE' })
    await expect(all(xlsxRows(bomb))).rejects.toMatchObject({ code: 'ERR_CONTACT_IMPORT_TEXT' })
    await fc.assert(
      fc.asyncProperty(fc.nat(good.length - 1), fc.nat(255), async (place, byte) => {
        const changed = Buffer.from(good)
        changed[place] = byte
        await all(xlsxRows(changed)).catch((error: { code?: string }) => {
          expect(error.code).toBe('ERR_CONTACT_IMPORT_FILE')
        })
      }),
      { numRuns: 200 },
    )
  }, 30_000)
})

describe('headings', () => {
  it.each([
    [
      ['Nome', 'Número', 'E-mail', 'Empresa'],
      ['name', 'number', 'email', 'businessName'],
    ],
    [
      ['NAME', 'Phone Number', 'email', ''],
      ['name', 'number', 'email', 'ignore'],
    ],
    [
      ['Nombre completo', 'Teléfono', 'Correo electrónico', 'Etiquetas'],
      ['name', 'number', 'email', 'tags'],
    ],
    [
      ['Имя', 'Номер телефона', 'Почта', 'Метки'],
      ['name', 'number', 'email', 'tags'],
    ],
    [
      ['WhatsApp', 'Telefone', ' nome * '],
      ['number', 'extra', 'name'],
    ],
  ])('S5-036 S5-037 are understood in four languages: %j', (columns, mapping) => {
    expect(guessMapping(columns)).toEqual(mapping)
  })

  it('give every field once', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom('Nome', 'name', 'Telefone', 'Celular', 'email', 'tags', randomBytes(4).toString('hex'), ''),
        ),
        (columns) => {
          const mapping = guessMapping(columns)
          expect(mapping).toHaveLength(columns.length)
          for (const field of ['name', 'number', 'email', 'tags'] as const)
            expect(mapping.filter((one) => one === field).length).toBeLessThanOrEqual(1)
        },
      ),
    )
  })
})
