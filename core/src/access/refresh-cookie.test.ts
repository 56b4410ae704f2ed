import { expect, test } from 'vitest'
import { readCookie } from './refresh-cookie.ts'

const read = (cookie: string | undefined) => readCookie(new Headers(cookie === undefined ? {} : { cookie }), 'jrt')

test('a cookie is found among others, by its whole name', () => {
  expect([read('jrt=a'), read('x=1; jrt=a; y=2'), read('jrt=a=b'), read('jrt=')]).toEqual(['a', 'a', 'a=b', ''])
  expect([read(undefined), read(''), read('xjrt=a'), read('jrt'), read('JRT=a')]).toEqual([undefined, undefined, undefined, undefined, undefined])
})

test('two with different values are none: a neighbouring host may have put one there', () => {
  expect([read('jrt=mine; jrt=theirs'), read('jrt=theirs; x=1;jrt=mine'), read('jrt=; jrt=mine')]).toEqual([undefined, undefined, undefined])
  expect(read('jrt=mine; jrt=mine')).toBe('mine')
})
