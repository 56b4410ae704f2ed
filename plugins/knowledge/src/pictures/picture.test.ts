import { expect, test } from 'vitest'
import { mostOfArticle, pictureAddress, pictureAt, picturesOf } from './picture.ts'

const id = (at: number): string => `0197f000-0000-7000-8000-${at.toString().padStart(12, '0')}`

test('pictures of a text are known by their addresses, each once and not without end', () => {
  const [one, two] = [pictureAddress(id(1)), pictureAddress(id(2))]
  const body = `![um](${one}) ![outra vez](IMAGEM:${id(1).toUpperCase()}) ![dois](${two})`
  expect(picturesOf(body)).toEqual([id(1), id(2)])
  expect(picturesOf('imagem:0197 e imagem: nada')).toEqual([])
  const many = Array.from({ length: mostOfArticle + 5 }, (_none, at) => pictureAddress(id(at))).join(' ')
  expect(picturesOf(many)).toHaveLength(mostOfArticle)
})

test('an address is that of a picture only as a whole', () => {
  expect(pictureAt(pictureAddress(id(7)))).toBe(id(7))
  for (const other of [`x${pictureAddress(id(7))}`, `${pictureAddress(id(7))}/..`, 'imagem:', 'https://a.test/f.png'])
    expect(pictureAt(other), other).toBeUndefined()
})
