import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { longestBody } from '../../articles/article.ts'
import { docxOf, pdfOf, word } from './documents.rig.ts'
import { UnreadableFile } from './file-article.ts'
import { piecesOf } from './parts.ts'
import { articlesOfFile } from './read-file.ts'

const file = (name: string, content: string | Uint8Array<ArrayBuffer>): File => new File([content], name)
const one = async (name: string, content: string | Uint8Array<ArrayBuffer>) => {
  const articles = await articlesOfFile(file(name, content))
  expect(articles).toHaveLength(1)
  return articles[0]!
}
const reasonOf = (name: string, content: string | Uint8Array<ArrayBuffer>) =>
  articlesOfFile(file(name, content)).then(
    () => 'read',
    (error: unknown) => (error instanceof UnreadableFile ? error.reason : error),
  )

describe('a text', () => {
  it('has the title of its first heading, wherever it stands, else that of its file', async () => {
    expect(await one('troca.md', 'Antes\n\n# Como trocar #\n\nEm 7 dias.')).toEqual({
      title: 'Como trocar',
      body: 'Antes\n\n\n\nEm 7 dias.',
    })
    expect(await one('prazo de entrega.txt', 'Três dias.')).toEqual({ title: 'prazo de entrega', body: 'Três dias.' })
  })

  it('is read as it was written, by its mark and by its bytes', async () => {
    const windows = Uint8Array.from([0x41, 0xe7, 0xe3, 0x6f])
    const sixteen = Uint8Array.from([0xff, 0xfe, 0x41, 0, 0xe7, 0, 0xe3, 0, 0x6f, 0])
    for (const bytes of [windows, sixteen, new TextEncoder().encode('Ação'), new TextEncoder().encode('\uFEFFAção')])
      expect((await one('a.txt', bytes)).body).toBe('Ação')
  })

  it('that is longer than an article may be becomes several, which lose nothing', async () => {
    const chapters = Array.from({ length: 30 }, (_, at) => `## Capítulo ${at}\n\n${'palavra '.repeat(900)}fim ${at}.`)
    const articles = await articlesOfFile(file('manual.md', `# Manual\n\n${chapters.join('\n\n')}`))
    expect(articles.map(({ title }) => title)).toEqual(['Manual (1/3)', 'Manual (2/3)', 'Manual (3/3)'])
    for (const { body } of articles) {
      expect(body.length).toBeLessThanOrEqual(longestBody)
      expect(body.startsWith('## Capítulo')).toBe(true)
    }
    expect(articles.map(({ body }) => body).join('\n')).toBe(
      chapters.join('\n\n').replaceAll('\n\n## ', '\n\n## ').trim(),
    )
  })

  it('is cut between its characters only', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.integer({ min: 2, max: 40 }), (text, longest) => {
        const pieces = piecesOf(text, longest)
        expect(pieces.every((piece) => piece.length <= longest && piece.isWellFormed())).toBe(text.isWellFormed())
        const bare = (all: string) => all.replaceAll(/[\n ]/g, '')
        expect(bare(pieces.join(''))).toBe(bare(text))
      }),
    )
  })
})

describe('a page', () => {
  it('is what it says, without menus, forms and scripts', async () => {
    const html = `<!doctype html><title>Loja | Ajuda</title><nav>Início</nav><header>Loja</header>
      <main><h1>Devolução</h1><p>Em <b>7 dias</b>, <a href="https://loja.test/x">aqui</a>.</p>
      <ul><li>um</li><li>dois</li></ul><table><tr><th>Prazo</th></tr><tr><td>7</td></tr></table>
      <img src="data:image/png;base64,AA"><form><input></form><script>alert(1)</script></main><footer>©</footer>`
    expect(await one('ajuda.html', html)).toEqual({
      title: 'Devolução',
      body: 'Em **7 dias**, [aqui](https://loja.test/x).\n\n- um\n- dois\n\n| Prazo |\n| ----- |\n| 7     |',
    })
  })

  it('whose words look like marks keeps them as words', async () => {
    expect((await one('a.html', '<p># 1 *não* é _título_</p>')).body).toBe(
      '# 1 \\*não\\* é \\_título\\_'.replace('#', '\\#'),
    )
  })
})

describe('a table', () => {
  it('is an article a row, by its headings in any language, however it is separated', async () => {
    for (const separator of [',', ';', '\t']) {
      const rows = [
        ['Pergunta', 'Resposta', 'Categoria', 'Idioma'],
        ['"Qual o prazo?"', '"Três dias\núteis"', 'Entrega', 'pt-BR'],
        ['', 'sem título', '', ''],
        ['Troca', 'Sim', '', ''],
      ]
      expect(await articlesOfFile(file('faq.csv', rows.map((row) => row.join(separator)).join('\r\n')))).toEqual([
        { title: 'Qual o prazo?', body: 'Três dias\núteis', category: 'Entrega', language: 'pt-BR' },
        { title: 'Troca', body: 'Sim' },
      ])
    }
  })

  it('without columns for title and text is refused', async () => {
    expect(await reasonOf('precos.csv', 'produto,valor\ncaneca,10')).toBe('columns')
  })
})

describe('a document of Word', () => {
  it('keeps headings, marks and words', async () => {
    const bytes = await docxOf(
      [
        word('Manual', 'Heading1'),
        word('Primeiro passo', 'Heading2'),
        '<w:p><w:r><w:t xml:space="preserve">Ligue o </w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>aparelho</w:t>' +
          '</w:r></w:p>',
        word('3 &lt; 5 &amp; *'),
      ].join(''),
    )
    expect(await one('manual.docx', bytes)).toEqual({
      title: 'Manual',
      body: '## Primeiro passo\n\nLigue o **aparelho**\n\n3 < 5 & \\*',
    })
  })

  it('that is none is said to be damaged', async () => {
    expect(await reasonOf('a.docx', 'isto não é um documento')).toBe('damaged')
  })
})

describe('a PDF', () => {
  it('has headings by size, paragraphs, lists, and neither running heads nor page numbers', async () => {
    const bytes = await pdfOf((paper) => {
      for (let page = 1; page <= 4; page++) {
        if (page > 1) paper.addPage()
        paper.fontSize(9).text('Loja Aurora', 72, 30, { lineBreak: false })
        paper.fontSize(9).text(`página ${page}`, 400, 30, { lineBreak: false })
        if (page === 1) paper.fontSize(24).text('Garantia', 72, 90)
        paper.fontSize(16).text(`Parte ${page}`, 72, 140)
        paper
          .fontSize(11)
          .text(
            'Um texto de algumas linhas, que se quebra sozinho porque é mais largo que a página. '.repeat(3),
            72,
            180,
          )
        paper.moveDown()
        paper.text('• primeiro').text('• segundo')
      }
    })
    const { title, body } = await one('garantia.pdf', bytes)
    expect(title).toBe('Garantia')
    const text = 'Um texto de algumas linhas, que se quebra sozinho porque é mais largo que a página. '.repeat(3).trim()
    const part = (page: number) => `## Parte ${page}\n\n${text}\n\n- primeiro\n- segundo`
    expect(body).toBe([1, 2, 3, 4].map(part).join('\n\n'))
  })

  it('of pictures, with a password, or torn is refused with its reason', async () => {
    expect(await reasonOf('a.pdf', await pdfOf((paper) => paper.rect(10, 10, 100, 100).fill('black')))).toBe('empty')
    expect(await reasonOf('a.pdf', await pdfOf((paper) => paper.text('segredo'), { userPassword: 'x' }))).toBe('locked')
    expect(await reasonOf('a.pdf', '%PDF-1.7 nada')).toBe('damaged')
  })
})

it('another kind of file, one that is too large, and one with nothing in it are refused', async () => {
  expect(await reasonOf('foto.png', 'x')).toBe('kind')
  expect(await reasonOf('semfim', 'x')).toBe('kind')
  expect(await reasonOf('nada.md', ' \n')).toBe('empty')
  const large = Object.defineProperty(file('a.pdf', 'x'), 'size', { value: 60 * 1_024 * 1_024 })
  await expect(articlesOfFile(large)).rejects.toMatchObject({ reason: 'size' })
})

it('whatever the bytes, a file is read or refused', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('a.md', 'a.html', 'a.csv', 'a.docx', 'a.pdf'),
      fc.uint8Array({ maxLength: 400 }),
      async (name, bytes) => {
        const said = await reasonOf(name, new Uint8Array(bytes))
        expect(typeof said).toBe('string')
      },
    ),
    { numRuns: 60 },
  )
})
