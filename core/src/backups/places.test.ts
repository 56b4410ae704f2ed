import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { isFree, isWithin } from './places.ts'

let place: string
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'recado-places-'))
  mkdirSync(join(place, 'data/media'), { recursive: true })
  symlinkSync(join(place, 'data'), join(place, 'link'))
  writeFileSync(join(place, 'file'), '')
})
afterEach(() => rmSync(place, { recursive: true }))

it.each([
  ['data', true],
  ['data/media', true],
  ['data/new/folder', true],
  ['link/new', true],
  ['data-of-others', false],
  ['data/../backups/new', false],
  ['', false],
])('%s lies in the data folder: %s', (path, expected) => {
  expect(isWithin(join(place, path), join(place, 'data'))).toBe(expected)
})

it('a folder of another disk is outside', () => expect(isWithin('/', join(place, 'data'))).toBe(false))

const places: [string, boolean][] = [
  ['new', true],
  ['data/media', true],
  ['data', false],
  ['file', false],
]
it.each(places)('%s is free: %s', async (path, expected) => {
  expect(await isFree(join(place, path))).toBe(expected)
})
