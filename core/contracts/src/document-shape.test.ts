import { expect, it } from 'vitest'
import { bareDocument } from './document-shape.ts'

it('S5-012 knows a whole document from a part of one, masked or not', () => {
  expect(['529.982.247-25', '12.abc.345/01de-35', '12345678000195', ' 529 982 247 25 '].map(bareDocument)).toEqual([
    '52998224725',
    '12ABC34501DE35',
    '12345678000195',
    '52998224725',
  ])
  for (const part of ['', '529.982.247-2', '12.ABC.345/01DE-3', '12.ABC.345/01DE-3X', '529_982_247_25'])
    expect(bareDocument(part), part).toBeUndefined()
})
