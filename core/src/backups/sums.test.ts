import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readSums, SumsWriter, sumsFile, type ListedFile, type SumsTotal } from './sums.ts'

let backup: string
beforeEach(() => {
  backup = mkdtempSync(join(tmpdir(), 'recado-sums-'))
})
afterEach(() => rmSync(backup, { recursive: true }))

const sumOf = (digit: string): string => digit.repeat(64)

async function written(...paths: string[]): Promise<SumsTotal> {
  const sums = await SumsWriter.create(backup)
  await Promise.all(paths.map((path, index) => sums.add(path, { bytes: 10, sha256: sumOf(String(index)) })))
  const total = await sums.finish()
  await sums.close()
  return total
}

describe('the list of sums', () => {
  it('is read as it was written, whatever names there are', async () => {
    const paths = ['files/secret', 'files/plugins/a  b/c.ts', 'files/line\nbreak', 'files/back\\slash\r']
    const total = await written(...paths)
    expect(total).toMatchObject({ files: 4, bytes: 40 })
    const read: ListedFile[] = []
    for await (const file of readSums(backup, total)) read.push(file)
    expect(read).toEqual(paths.map((path, index) => ({ path, sha256: sumOf(String(index)) })))
  })

  it('that lost its end or got another line is refused before its first file', async () => {
    const total = await written('files/a', 'files/b')
    const text = readFileSync(join(backup, sumsFile), 'utf8')
    writeFileSync(join(backup, sumsFile), text.slice(0, text.length / 2))
    await expect(readSums(backup, total).next()).rejects.toThrow('was changed after the backup had been made')
    writeFileSync(join(backup, sumsFile), text)
    appendFileSync(join(backup, sumsFile), `${sumOf('2')}  files/c\n`)
    await expect(readSums(backup, total).next()).rejects.toThrow('was changed after the backup had been made')
    rmSync(join(backup, sumsFile))
    await expect(readSums(backup, total).next()).rejects.toThrow('cannot be read')
  })

  const outside = ['/etc/passwd', '../outside', 'files/../../outside', 'files//a', '']
  it.each(outside)('names nothing outside of the backup: %s', async (path) => {
    const total = await written(path)
    await expect(readSums(backup, total).next()).rejects.toThrow('names no file of a backup')
  })
})
