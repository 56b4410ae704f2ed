import { describe, expect, it } from 'vitest'
import { languageOf } from '../use-save-drafts.ts'
import { articlesOfPage } from './site-page.ts'

const address = 'https://loja.test/ajuda/troca'
const articleOf = async (html: string) => {
  const articles = await articlesOfPage({ address, html })
  expect(articles).toHaveLength(1)
  return articles[0]!
}

describe('a page of a website', () => {
  it('is what its article says, in its language, with whole addresses', async () => {
    const html = `<!doctype html><html lang="pt"><title>Loja | Troca</title><nav><a href="/">Início</a></nav>
      <article><header><h1>Como trocar</h1></header><p>Veja <a href="../prazo#a">o prazo</a>,
      <a href="javascript:alert(1)">isto</a>, <a href="mailto:a@loja.test">escreva</a>.</p>
      <img src="/foto.png" alt="Foto"><img src="data:image/png;base64,AA"><aside>Anúncio</aside>
      <form><button>Enviar</button></form></article><footer>©</footer></html>`
    expect(await articleOf(html)).toEqual({
      title: 'Como trocar',
      language: 'pt',
      source: address,
      body:
        'Veja [o prazo](https://loja.test/prazo#a), [isto](), [escreva](mailto:a@loja.test).\n\n' +
        '![Foto](https://loja.test/foto.png)',
    })
  })

  it('has addresses from where it says that they begin', async () => {
    const html = '<base href="/b/"><main><a href="c">d</a></main>'
    expect((await articleOf(html)).body).toBe('[d](https://loja.test/b/c)')
  })

  it('without a title is called by its address, and without text is refused', async () => {
    expect((await articleOf('<p>Sim</p>')).title).toBe(address)
    await expect(articlesOfPage({ address, html: '<title>a</title><nav>b</nav>' })).rejects.toMatchObject({
      reason: 'empty',
    })
  })
})

it('a language is known by its name or its first part', () => {
  expect(['pt', 'PT_br', 'en-US', 'es-419', 'ru', 'xx', '', undefined].map((name) => languageOf(name, 'es'))).toEqual([
    'pt-BR',
    'pt-BR',
    'en',
    'es',
    'ru',
    'es',
    'es',
    'es',
  ])
})
