import { describe, expect, test } from 'vitest'
import { Cookie, type CookieSpec } from './cookie.ts'

const spec: CookieSpec = { name: 'jrt', path: '/auth', sameSite: 'Strict', wasUnprefixed: true }
const reader = (publicUrl?: string, more: Partial<CookieSpec> = {}) => {
  const cookie = new Cookie({ ...spec, ...more }, publicUrl)
  return (header: string | undefined) => cookie.read(new Headers(header === undefined ? {} : { cookie: header }))
}
const https = 'https://desk.example'

describe('a cookie that is read', () => {
  const read = reader()
  test('is found among others, by its whole name', () => {
    expect([read('jrt=a'), read('x=1; jrt=a; y=2'), read('jrt=a=b'), read('jrt=')]).toEqual(['a', 'a', 'a=b', ''])
    expect([read(undefined), read(''), read('xjrt=a'), read('jrt'), read('JRT=a')]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  test('is none where there are two with different values: a neighbouring host may have put one there', () => {
    expect([read('jrt=mine; jrt=theirs'), read('jrt=theirs; x=1;jrt=mine'), read('jrt=; jrt=mine')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(read('jrt=mine; jrt=mine')).toBe('mine')
  })

  test('has a prefix under https, and what stands beside it without one decides nothing', () => {
    const secure = reader(https)
    expect([
      secure('__Secure-jrt=a'),
      secure('__Secure-jrt=a; jrt=b'),
      secure('jrt=b; __Secure-jrt=a'),
      secure('__Secure-jrt=a; __Secure-jrt=b; jrt=c'),
    ]).toEqual(['a', 'a', 'a', undefined])
    expect(read('__Secure-jrt=a')).toBeUndefined()
  })

  test('is still read by its old name where a browser has no other, and only where it had one', () => {
    expect(reader(https)('jrt=a')).toBe('a')
    expect(
      new Cookie({ name: 'sso', path: '/auth/sso', sameSite: 'Lax' }, https).read(new Headers({ cookie: 'sso=a' })),
    ).toBeUndefined()
  })
})

describe('a cookie that is given', () => {
  test.each<[Partial<CookieSpec>, string | undefined, readonly string[]]>([
    [{}, undefined, ['jrt=v; Path=/auth; Max-Age=9; HttpOnly; SameSite=Strict']],
    [{}, 'http://desk.example', ['jrt=v; Path=/auth; Max-Age=9; HttpOnly; SameSite=Strict']],
    [
      {},
      https,
      [
        '__Secure-jrt=v; Path=/auth; Max-Age=9; HttpOnly; SameSite=Strict; Secure',
        'jrt=; Path=/auth; Max-Age=0; HttpOnly; SameSite=Strict; Secure',
      ],
    ],
    [
      { path: '/' },
      https,
      [
        '__Host-jrt=v; Path=/; Max-Age=9; HttpOnly; SameSite=Strict; Secure',
        'jrt=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict; Secure',
      ],
    ],
    [{ path: '/' }, 'http://localhost:3000', ['jrt=v; Path=/; Max-Age=9; HttpOnly; SameSite=Strict']],
  ])('%j at %s', (more, publicUrl, lines) => {
    expect(new Cookie({ ...spec, ...more }, publicUrl).given('v', 9)).toEqual(lines)
  })
})
