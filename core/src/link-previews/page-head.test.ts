import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pageDecoder } from './page-charset.ts'
import { PageHeadReader, textLengths } from './page-head.ts'

const address = 'https://loja.example/caderno'
function headOf(html: string) {
  const reader = new PageHeadReader()
  reader.write(html)
  return reader.result(address)
}

describe('the head of a page', () => {
  it('is read by Open Graph first, then by cards, then by plain HTML', () => {
    const plain = '<title>Caderno | Loja</title><meta name="description" content="Capa dura.">'
    const card = '<meta name="twitter:title" content="Caderno"><meta name="twitter:image" content="/c.png">'
    const graph = `<meta property="og:title" content="Caderno azul"><meta property="og:site_name" content="Loja">
      <meta property="og:description" content="96 folhas"><meta property="og:image" content="//cdn.example/a.jpg">`
    expect(headOf(plain)).toEqual({
      title: 'Caderno | Loja',
      description: 'Capa dura.',
      siteName: null,
      picture: null,
    })
    expect(headOf(plain + card)).toMatchObject({ title: 'Caderno', picture: 'https://loja.example/c.png' })
    expect(headOf(`<HEAD>${plain}${card}${graph}`)).toEqual({
      title: 'Caderno azul',
      description: '96 folhas',
      siteName: 'Loja',
      picture: 'https://cdn.example/a.jpg',
    })
  })

  it('is nothing without a title', () => {
    expect(headOf('<meta property="og:description" content="texto">')).toBeUndefined()
    expect(headOf('<title> \u202e\u200b </title>')).toBeUndefined()
    expect(headOf('')).toBeUndefined()
  })

  it('ends where the body begins, and what looks like tags in scripts is none', () => {
    expect(headOf('<head></head><title>Corpo</title>')).toBeUndefined()
    expect(headOf('<body><title>Corpo</title>')).toBeUndefined()
    expect(
      headOf(`<script>"<title>Não</title><meta property='og:title' content='Não'>"</script><title>Sim</title>`),
    ).toMatchObject({ title: 'Sim' })
    expect(headOf('<!-- <title>Não</title> --><title>Sim</title><title>Depois</title>')).toMatchObject({ title: 'Sim' })
  })

  it('is plain text, whatever stands in it', () => {
    expect(headOf('<title>&lt;b&gt;A &amp; B\n\t C\u202egnp&#x202e;.exe</title>')?.title).toBe('<b>A & B Cgnp.exe')
    expect(headOf(`<meta property=og:title content="${'é'.repeat(500)}">`)?.title).toBe(`${'é'.repeat(199)}…`)
    expect(headOf('<meta property="og:title" content=" "><title>Sim</title>')?.title).toBe('Sim')
  })

  it.each([
    'javascript:alert(1)',
    'data:image/png;base64,AA',
    'file:///etc/passwd',
    'https://a:b@c.example/d',
    'http://',
  ])('names no picture at %s', (picture) => {
    expect(headOf(`<title>T</title><meta property="og:image" content="${picture}">`)?.picture).toBeNull()
  })
})

describe('a page of a stranger', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '<meta property="og:title" content="',
      '">',
      '<title>',
      '</title>',
      '<',
      '>',
      '<!--',
      '<script>',
      '"',
      "'",
    ),
    fc.constantFrom(
      '<meta name=description content=x>',
      '<svg>',
      '</svg>',
      '<body>',
      '</head>',
      '&#0;',
      '&#xd800;',
      '\ud800',
      '\u202e',
    ),
    fc.string({ unit: 'binary' }),
  )

  it('becomes short plain texts and web addresses, or nothing, in whatever pieces it comes', () => {
    fc.assert(
      fc.property(fc.array(piece), fc.nat(40), (pieces, cut) => {
        const html = pieces.join('')
        const reader = new PageHeadReader()
        reader.write(html.slice(0, cut))
        reader.write(html.slice(cut))
        const head = reader.result(address)
        expect(head).toEqual(headOf(html))
        if (!head) return
        for (const field of ['siteName', 'title', 'description'] as const) {
          const text = head[field]
          if (text === null) continue
          expect([...text].length).toBeLessThanOrEqual(textLengths[field])
          expect(text).not.toMatch(/[\p{Cc}\p{Cs}\u202a-\u202e]/u)
          expect(text).toBe(text.trim())
        }
        if (head.picture !== null) expect(['http:', 'https:']).toContain(new URL(head.picture).protocol)
      }),
    )
  })

  it('has no title where the page ends within it, wherever it was cut', () => {
    const html = '<title>Half a title'
    for (let cut = 0; cut <= html.length; cut++) {
      const reader = new PageHeadReader()
      reader.write(html.slice(0, cut))
      reader.write(html.slice(cut))
      expect(reader.result(address)).toBeUndefined()
    }
  })

  it('takes time in proportion to its length', () => {
    const pieces = [
      '<a>',
      '<a ',
      '<a b',
      ' c=d',
      '<!--',
      '<svg><title>',
      '</a>',
      '<meta property="og:title" content="x">',
      '&amp',
      '<title>',
      '<p><table>',
      '<![CDATA[',
      '<?',
      '</',
    ]
    for (const repeated of pieces) {
      const started = performance.now()
      headOf(repeated.repeat(1_000_000 / repeated.length))
      expect([repeated, performance.now() - started < 1_500]).toEqual([repeated, true])
    }
  })
})

describe('the encoding of a page', () => {
  const bytes = (text: string) => Buffer.from(text, 'latin1')
  const decoded = (head: Uint8Array, contentType = 'text/html') => pageDecoder(head, contentType).decode(head)

  it('is what the server says, else what the page says, else UTF-8', () => {
    expect(decoded(bytes('promo\xe7\xe3o'), 'text/html; charset="ISO-8859-1"')).toBe('promoção')
    expect(decoded(bytes('<meta charset=windows-1252>promo\xe7\xe3o'))).toContain('promoção')
    expect(
      decoded(bytes('<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">promo\xe7\xe3o')),
    ).toContain('promoção')
    expect(decoded(Buffer.from('promoção'))).toBe('promoção')
    expect(decoded(Buffer.from('<meta charset="shift_jis">', 'latin1'), 'text/html; charset=utf-8')).toContain('meta')
  })

  it('is what a byte order mark says before all', () => {
    expect(decoded(Buffer.from('\ufeffpromoção', 'utf16le'), 'text/html; charset=utf-8')).toBe('promoção')
    expect(decoded(Buffer.from('\ufeffpromoção'), 'text/html; charset=iso-8859-1')).toBe('promoção')
  })

  it('is not a name that nobody knows, nor UTF-16 said in letters', () => {
    expect(decoded(Buffer.from('ção'), 'text/html; charset=utf-7')).toBe('ção')
    expect(decoded(Buffer.from('<meta charset="utf-16">ção'))).toContain('ção')
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2_000 }), fc.string(), (head, type) => {
        expect(typeof decoded(head, `text/html; charset=${type}`)).toBe('string')
      }),
    )
  })
})
