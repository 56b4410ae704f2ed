import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matches, robotsOf } from './robots.ts'

const allows = (robots: string, path: string): boolean => robotsOf(robots).allows(new URL(`https://loja.test${path}`))

describe('a robots.txt', () => {
  it('forbids by the beginning of a path, and the longest rule counts', () => {
    const text = 'User-agent: *\nDisallow: /conta\nAllow: /conta/ajuda\nDisallow: /conta/ajuda/velha # antiga'
    expect(['/', '/conta', '/contas', '/conta/ajuda', '/conta/ajuda/velha'].map((path) => allows(text, path))).toEqual([
      true,
      false,
      false,
      true,
      false,
    ])
    expect(allows('User-agent: *\nDisallow: /a\nAllow: /a', '/a'), 'of two alike the one that allows').toBe(true)
    expect(allows('User-agent: *\nDisallow:', '/a'), 'a rule without a path says nothing').toBe(true)
    expect(allows('', '/a')).toBe(true)
  })

  it('means this program by its name, in any case, before it means all', () => {
    const text = 'User-agent: *\nDisallow: /\n\nUser-agent: Outro\nUser-agent: RECADO/1.0\nDisallow: /so\n'
    expect(allows(text, '/a')).toBe(true)
    expect(allows(text, '/so')).toBe(false)
    expect(
      allows('user-agent: recado\ndisallow: /a\nuser-agent: *\ndisallow: /b\nuser-agent: recado\ndisallow: /c', '/c'),
    ).toBe(false)
    expect(allows('User-agent: recadoeiro\nDisallow: /', '/a'), 'a longer name is another program').toBe(true)
    expect(allows('User-agent: Recado\nUser-agent: *\n\nDisallow: /a', '/a')).toBe(false)
  })

  it('has wildcards, ends of paths, queries, and letters in any spelling', () => {
    expect(allows('User-agent: *\nDisallow: /*.pdf$', '/a/b.pdf')).toBe(false)
    expect(allows('User-agent: *\nDisallow: /*.pdf$', '/a/b.pdf?x')).toBe(true)
    expect(allows('User-agent: *\nDisallow: /*?ordem=', '/a?ordem=1')).toBe(false)
    expect(allows('User-agent: *\nDisallow: /ação', '/a%c3%A7%C3%A3o')).toBe(false)
    expect(allows('User-agent: *\nDisallow: /a%c3%a7', '/aç')).toBe(false)
  })

  it('names sitemaps, wherever they stand', () => {
    expect(robotsOf('\uFEFFSitemap: https://a.test/s.xml\r\nUser-agent: *\rsitemap:/b.xml#x').sitemaps).toEqual([
      'https://a.test/s.xml',
      '/b.xml',
    ])
  })

  it('matches as the same pattern written as an expression does', () => {
    const letters = fc.array(fc.constantFrom('a', 'b', '/', '*'), { maxLength: 8 }).map((all) => all.join(''))
    const paths = fc.array(fc.constantFrom('a', 'b', '/'), { maxLength: 12 }).map((all) => all.join(''))
    fc.assert(
      fc.property(letters, fc.boolean(), paths, (pattern, isWhole, path) => {
        const expression = new RegExp(`^${pattern.replaceAll('*', '.*')}${isWhole ? '$' : ''}`)
        expect(matches(isWhole ? `${pattern}$` : pattern, path)).toBe(expression.test(path))
      }),
    )
  })

  it('may be any text, and one of twenty thousand wildcards', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.webPath(), (text, path) => {
        expect(typeof allows(`User-agent: *\nDisallow: ${text}\n${text}`, path || '/')).toBe('boolean')
      }),
    )
    const robots = robotsOf(`User-agent: *\n${'Disallow: /*a*a*a*a*a*b\n'.repeat(20_000)}`)
    expect(robots.allows(new URL(`https://loja.test/${'a'.repeat(2_000)}`))).toBe(true)
  })
})
