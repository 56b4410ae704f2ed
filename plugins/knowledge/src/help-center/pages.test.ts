import fc from 'fast-check'
import { Parser } from 'htmlparser2'
import { expect, test } from 'vitest'
import { htmlOfMarkdown } from './markdown.ts'
import { articlePage, categoryPage, homePage, missingPage, searchPage, sitemapOf } from './pages.ts'
import type { Site } from './site.ts'

const id = '019ad0c1-7a52-7c3e-9a51-0123456789ab'
const site: Site = {
  company: 'aurora',
  title: 'Aurora',
  welcome: '',
  origin: 'https://recado.test',
  languages: ['pt-BR', 'es'],
  timeZone: 'America/Sao_Paulo',
}
const line = { id, title: 'Trocas', category: '', language: 'pt-BR', savedAt: '2026-05-04T03:02:01Z' } as const

const allowed = new Set(
  (
    'html head meta title link style body a header div main footer span nav ul ol li form input button ' +
    'h1 h2 h3 h4 h5 h6 p section article time em strong del code pre br hr blockquote sup img ' +
    'table thead tbody tr th td'
  ).split(' '),
)
/** Text of a document, after everything in it was found to be harmless. */
function textOfHarmless(document: string): string {
  let text = ''
  let open = 0
  const parser = new Parser({
    onopentag(name, attributes) {
      open += 1
      expect(allowed, name).toContain(name)
      for (const [attribute, value] of Object.entries(attributes)) {
        expect(attribute).toMatch(/^(?!on|style$|srcdoc$)[a-z][a-z-]*$/)
        if (['href', 'src', 'action'].includes(attribute))
          expect(value).toMatch(/^(https?:\/\/|mailto:|\/ajuda\/|#content$)/)
      }
      if (name === 'a' && /^https?:/.test(attributes['href']!) && new URL(attributes['href']!).host !== 'recado.test')
        expect(attributes['rel']).toBe('nofollow noopener')
    },
    onclosetag: () => (open -= 1),
    ontext: (more) => (text += more),
    oncomment: () => expect.unreachable('a comment'),
  })
  parser.end(document)
  expect(open).toBe(0)
  return text
}

/** Text that would like to be markup. */
const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...'<>"\'&/= \n`*_[]()!#-|:~\\ax'.split('')), maxLength: 60 }),
  fc.constantFrom(
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '[a](javascript:alert(1))',
    '![a](data:text/html,x)',
    '<a href="javascript:x">a</a>',
    '[a]: java\nscript:x\n\n[a]',
    '</title><svg onload=x>',
    '<http://evil.test/"onclick=x>',
  ),
)

const place = { host: 'recado.test', picturePath: (id: string) => `/ajuda/aurora/imagem/${id}` }

test('whatever is written or searched for, pages hold no script, no handler and no other link', () => {
  fc.assert(
    fc.property(hostile, hostile, hostile, (title, body, category) => {
      const article = { ...line, title, body, category, revision: 1 }
      const own = { ...site, title, welcome: body }
      for (const page of [
        homePage(own, 'pt-BR', [article]),
        categoryPage(own, 'pt-BR', [article]),
        articlePage(own, article, htmlOfMarkdown(body, place), [article]),
        searchPage(own, 'pt-BR', {
          query: body,
          passages: [{ article: id, title, heading: category, text: body }],
          lines: [article],
        }),
        missingPage(own, 'pt-BR'),
      ])
        textOfHarmless(page)
      const map = sitemapOf(site, [article])
      expect(map.match(/<loc>[^<>"']*<\/loc>/g)).toHaveLength(category === '' ? 3 : 4)
    }),
    { numRuns: 300 },
  )
})

test('pictures of the company stand at their path below its help centre', () => {
  const id = '0197f000-0000-7000-8000-000000000001'
  expect(htmlOfMarkdown(`![a "loja"](imagem:${id}) ![x](imagem:${id}x)`, place).text).toBe(
    `<p><img src="/ajuda/aurora/imagem/${id}" alt="a &quot;loja&quot;" loading="lazy"> x</p>`,
  )
})

test('Markdown becomes HTML by its marks, and HTML in it is text', () => {
  const written = htmlOfMarkdown(
    '# Prazo\n\n#### Loja\n\nEm **trinta** dias, <b>com a nota</b>.\n\n' +
      '1. um\n2. [dois](https://fora.test/a?b=1&c=2)\n\n' +
      '[aqui](https://recado.test/x) [carta](mailto:a@b.test) [nada](/x) [nem](javascript:x)\n\n' +
      '|a|b|\n|-|-|\n|1|2|\n\n' +
      '![foto](https://fora.test/f.png) ![perto](http://fora.test/f.png)\n\n- [x] feito',
    place,
  ).text
  expect(written).toBe(
    '<h2>Prazo</h2><h3>Loja</h3><p>Em <strong>trinta</strong> dias, &lt;b&gt;com a nota&lt;/b&gt;.</p>' +
      '<ol start="1"><li>um</li><li>' +
      '<a href="https://fora.test/a?b=1&amp;c=2" rel="nofollow noopener">dois</a></li></ol>' +
      '<p><a href="https://recado.test/x">aqui</a> <a href="mailto:a@b.test">carta</a> nada nem</p>' +
      '<table><thead><tr><th scope="col">a</th><th scope="col">b</th></tr></thead>' +
      '<tbody><tr><td>1</td><td>2</td></tr></tbody></table>' +
      '<p><img src="https://fora.test/f.png" alt="foto" loading="lazy"> perto</p><ul><li>☑ feito</li></ul>',
  )
})

test('text of an article comes out whole, and depth costs no more than other text', () => {
  expect(textOfHarmless(htmlOfMarkdown('a < b & c > d "e"', place).text)).toBe('a < b & c > d "e"')
  for (const deep of ['>', '- ', '1. ', '- > ', '[', '*a ']) {
    const begun = performance.now()
    textOfHarmless(htmlOfMarkdown(`${deep.repeat(20_000)}fim`, place).text)
    expect(performance.now() - begun, deep).toBeLessThan(20_000)
  }
  const steps = Array.from({ length: 300 }, (_, at) => `${'  '.repeat(at)}- a`).join('\n')
  textOfHarmless(htmlOfMarkdown(steps, place).text)
}, 60_000)

test('the first page has categories in their order, and the language of its articles', () => {
  const lines = [{ ...line, category: 'Pagamento', title: 'Pix' }, line] as const
  const page = homePage({ ...site, welcome: 'Como ajudamos?' }, 'pt-BR', lines)
  const text = textOfHarmless(page)
  expect(text.indexOf('Pagamento')).toBeLessThan(text.indexOf('Outros assuntos'))
  expect(page).toContain('<html lang="pt-BR">')
  expect(page).toContain('<link rel="canonical" href="https://recado.test/ajuda/aurora?idioma=pt-BR">')
  expect(page).toContain('<link rel="alternate" hreflang="es" href="https://recado.test/ajuda/aurora?idioma=es">')
})

test('an article says the day of its last change by the clock of the company', () => {
  const article = { ...line, savedAt: '2026-05-04T01:02:03Z', body: '', revision: 1 }
  expect(articlePage(site, article, htmlOfMarkdown('', place), [])).toContain('>3 de maio de 2026<')
})

test('an article and the way to it are described for search engines, without a script', () => {
  const article = { ...line, title: 'Pix "já"', category: 'Pagamento', body: '', revision: 1 }
  const page = articlePage(site, article, htmlOfMarkdown('', place), [])
  const told: [string, string][] = []
  const types: string[] = []
  const parser = new Parser({
    onopentag(_name, { itemprop, itemtype, content, href }) {
      if (itemtype !== undefined) types.push(itemtype)
      if (itemprop !== undefined && itemtype === undefined) told.push([itemprop, content ?? href ?? ''])
    },
  })
  parser.end(page)
  expect(types).toEqual(
    ['BreadcrumbList', 'ListItem', 'ListItem', 'Article'].map((name) => `https://schema.org/${name}`),
  )
  const at = 'https://recado.test/ajuda/aurora'
  expect(told).toEqual([
    ['position', '1'],
    ['name', 'Início'],
    ['item', `${at}?idioma=pt-BR`],
    ['position', '2'],
    ['name', 'Pagamento'],
    ['item', `${at}/categoria/pagamento?idioma=pt-BR`],
    ['headline', 'Pix "já"'],
    ['inLanguage', 'pt-BR'],
    ['dateModified', article.savedAt],
  ])
})
